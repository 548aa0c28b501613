PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_migrations (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    statements TEXT NOT NULL,
    applied_at INTEGER NOT NULL
);
INSERT INTO schema_migrations VALUES('sessions-0001',0,'f4dc4b96f46a3a38',replace('CREATE TABLE sessions (\n    id TEXT PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    is_verified INTEGER NOT NULL,\n    device TEXT,\n    user_agent TEXT,\n    address TEXT,\n    started_at BIGINT NOT NULL,\n    last_seen_at BIGINT NOT NULL,\n    generation INTEGER NOT NULL,\n    ended_at BIGINT,\n    end_reason TEXT\n);\nCREATE INDEX sessions_user ON sessions (user_id, ended_at);\nCREATE INDEX sessions_ended ON sessions (ended_at, last_seen_at);\nCREATE TABLE refresh_tokens (\n    hash BLOB PRIMARY KEY,\n    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,\n    generation INTEGER NOT NULL,\n    used_at BIGINT,\n    sealed_successor BLOB,\n    UNIQUE (session_id, generation)\n);\nCREATE TABLE verified_users (\n    user_id TEXT PRIMARY KEY\n);\nCREATE TABLE signing_keys (\n    id TEXT PRIMARY KEY,\n    sealed_private_key BLOB NOT NULL,\n    created_at BIGINT NOT NULL\n);','\n',char(10)),1795315595171);
INSERT INTO schema_migrations VALUES('accounts-0001',1,'e6d6952de4203cf7',replace('CREATE TABLE accounts (\n    id TEXT PRIMARY KEY,\n    name TEXT NOT NULL,\n    email TEXT NOT NULL,\n    canonical_email TEXT NOT NULL UNIQUE,\n    verified_at BIGINT,\n    password_hash TEXT,\n    created_at BIGINT NOT NULL\n);','\n',char(10)),1795315595171);
INSERT INTO schema_migrations VALUES('account-verification-0001',2,'1509162050c7b209',replace('CREATE TABLE verification_flows (\n    user_id TEXT PRIMARY KEY,\n    email TEXT NOT NULL,\n    code_digest BLOB NOT NULL,\n    created_at BIGINT NOT NULL,\n    attempts INTEGER NOT NULL,\n    used INTEGER NOT NULL\n);','\n',char(10)),1795315595171);
INSERT INTO schema_migrations VALUES('account-verification-0002',3,'a3c93067e2d4bd4a',replace('CREATE TABLE verification_mails (\n    email TEXT NOT NULL,\n    kind TEXT NOT NULL,\n    sent_at BIGINT NOT NULL\n);\nCREATE INDEX verification_mails_email ON verification_mails (email, kind, sent_at);\nCREATE INDEX verification_mails_sent_at ON verification_mails (sent_at);','\n',char(10)),1795315595171);
INSERT INTO schema_migrations VALUES('feed-0001',4,'31cdd29355724720',replace('CREATE TABLE images (\n    position BIGINT PRIMARY KEY,\n    id TEXT NOT NULL UNIQUE,\n    author_id TEXT NOT NULL,\n    description TEXT,\n    location TEXT,\n    visibility TEXT NOT NULL CHECK (visibility IN (''public'', ''members'')),\n    media_type TEXT NOT NULL,\n    digest TEXT NOT NULL,\n    byte_count BIGINT NOT NULL,\n    created_at BIGINT NOT NULL\n);\nCREATE INDEX images_public ON images (position) WHERE visibility = ''public'';','\n',char(10)),1795315595172);
INSERT INTO schema_migrations VALUES('comments-0001',5,'6de60ccc68cc2897',replace('CREATE TABLE comments (\n    position BIGINT PRIMARY KEY,\n    id TEXT NOT NULL UNIQUE,\n    image_id TEXT NOT NULL,\n    author_id TEXT NOT NULL,\n    message TEXT NOT NULL,\n    created_at BIGINT NOT NULL\n);\nCREATE INDEX comments_image ON comments (image_id, position);','\n',char(10)),1795315595172);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    is_verified INTEGER NOT NULL,
    device TEXT,
    user_agent TEXT,
    address TEXT,
    started_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    generation INTEGER NOT NULL,
    ended_at BIGINT,
    end_reason TEXT
);
INSERT INTO sessions VALUES('5e130374-690f-4588-bd6d-9b67485fa25f','c3d2b348-d060-478d-b12f-8df7060bcc0f',1,NULL,NULL,'127.0.0.1',1767603600000,1767603600000,0,NULL,NULL);
INSERT INTO sessions VALUES('1728ddae-4c8c-430f-aec1-d8a074154ffa','38222dc3-f6a6-4e04-811b-7873f2125fc6',0,NULL,NULL,'127.0.0.1',1767603660000,1767603660000,0,NULL,NULL);
INSERT INTO sessions VALUES('fc59da8a-da0c-488c-89b3-149a6a97ab56','c3d2b348-d060-478d-b12f-8df7060bcc0f',1,'desk',NULL,'127.0.0.1',1767603660000,1767603660000,0,NULL,NULL);
INSERT INTO sessions VALUES('017599c6-ae30-47ac-863f-b925edf318bc','c3d2b348-d060-478d-b12f-8df7060bcc0f',1,'train',NULL,'127.0.0.1',1767603660000,1767603660000,0,1767603660000,'logout');
INSERT INTO sessions VALUES('57b74002-9e8b-490d-8e1b-d844b7c4a6e0','c3d2b348-d060-478d-b12f-8df7060bcc0f',1,'sofa',NULL,'127.0.0.1',1767603660000,1767603660000,1,NULL,NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    used_at BIGINT,
    sealed_successor BLOB,
    UNIQUE (session_id, generation)
);
INSERT INTO refresh_tokens VALUES(X'6329a3992c91fd8abb6c3ab4e7240b29c43aa0e20ba62f280a05ba24c5568fc6','5e130374-690f-4588-bd6d-9b67485fa25f',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'8b89f3615e912eda7d9592d6904b8541e41807fb229488b471951ccb91198da2','1728ddae-4c8c-430f-aec1-d8a074154ffa',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'e933419cf74231229ee2b2fb38dc2b726c13f2565a95ddbed6dcb2aafe2fe4ea','fc59da8a-da0c-488c-89b3-149a6a97ab56',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'b13e5093d79dd3388f18b94dd2fc658ffce662b73e11453363dcb33c448bb9e5','017599c6-ae30-47ac-863f-b925edf318bc',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'b64a100679f86204e545cc6d5a775068510d85159cc50e8d874f11e71fb885cf','57b74002-9e8b-490d-8e1b-d844b7c4a6e0',0,1767603660000,X'09579c5745197007f561825558a6c4c832d75f1aa5416ead3e2cd9596bb41b1640bd4ae92472b8ea073017ba46cbaf356b17477afb5d95e9ee2036357ddbb38574270d91b68758');
INSERT INTO refresh_tokens VALUES(X'9f608ec64ea00e07a3e9239758d4b0f5993b7a0b4390d8bbf05d5f113f9c4f2d','57b74002-9e8b-490d-8e1b-d844b7c4a6e0',1,NULL,NULL);
CREATE TABLE verified_users (
    user_id TEXT PRIMARY KEY
);
INSERT INTO verified_users VALUES('c3d2b348-d060-478d-b12f-8df7060bcc0f');
CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY,
    sealed_private_key BLOB NOT NULL,
    created_at BIGINT NOT NULL
);
INSERT INTO signing_keys VALUES('VcTVjCaPqOgsNdK_I84eL91IaeV3qo85uimr0aBxqlI',X'653d9833caa017da31e2d8c9efb755bdef09d3e1428fec551f8fcdc7ad45f00052258a7a9ffa5cf61d8f6c16ab588e18de64c47e79ba55b8c19928e04c800befd7cdd3c8fa99b7e5de0afbce54a74d78dc86bfa68476b362fcbf406abf2e9df0f7afc2abee761d34343a5854afc1a767ab05ee763522e094dc8c030f37e05f789a08fcbcc88575da67b78c2a158d7e6b131a3033b13789fa956abe07afebe4c1844e95a7e745',1767603600000);
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    canonical_email TEXT NOT NULL UNIQUE,
    verified_at BIGINT,
    password_hash TEXT,
    created_at BIGINT NOT NULL
);
INSERT INTO accounts VALUES('c3d2b348-d060-478d-b12f-8df7060bcc0f','Ana','ana@example.com','ana@example.com',1767603600000,'$scrypt$ln=15,r=8,p=3,k=99fa77e1$Ti2fjw5BKKFyE-D4YFG-1A$JK-Ycb50J0hnZ5aiH9RH1dFIoIBW6ut5uhnoPT6cJ5c',1767603600000);
INSERT INTO accounts VALUES('38222dc3-f6a6-4e04-811b-7873f2125fc6','Ben','ben@example.com','ben@example.com',NULL,'$scrypt$ln=15,r=8,p=3,k=99fa77e1$cI7F7_mUlA7VCx_hZIQkig$fjahzvYKQlWfDJFgst0eUL7_GcUlVEp375xiIB3PIk4',1767603660000);
CREATE TABLE verification_flows (
    user_id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    code_digest BLOB NOT NULL,
    created_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    used INTEGER NOT NULL
);
INSERT INTO verification_flows VALUES('c3d2b348-d060-478d-b12f-8df7060bcc0f','ana@example.com',X'c021dcaeb7c43d6f9939b5bb5dc90b0a909d680436cde2e74e070849f3cb090f',1767603600000,1,1);
INSERT INTO verification_flows VALUES('38222dc3-f6a6-4e04-811b-7873f2125fc6','ben@example.com',X'2289f72d6369c4c5d9451c95a09adcd02d4ac80fdc56761a366f5e7dd58d0479',1767603660000,0,0);
CREATE TABLE verification_mails (
    email TEXT NOT NULL,
    kind TEXT NOT NULL,
    sent_at BIGINT NOT NULL
);
INSERT INTO verification_mails VALUES('ana@example.com','code',1767603600000);
INSERT INTO verification_mails VALUES('ben@example.com','code',1767603660000);
CREATE TABLE images (
    position BIGINT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    author_id TEXT NOT NULL,
    description TEXT,
    location TEXT,
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'members')),
    media_type TEXT NOT NULL,
    digest TEXT NOT NULL,
    byte_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
INSERT INTO images VALUES(1,'b0cd2747-0c12-4f88-9c99-1b37b7c699cf','c3d2b348-d060-478d-b12f-8df7060bcc0f',NULL,NULL,'public','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603660000);
INSERT INTO images VALUES(2,'b658f6bc-8106-430d-9e55-1664c8bdde63','c3d2b348-d060-478d-b12f-8df7060bcc0f','For members','Harbour','members','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603660000);
INSERT INTO images VALUES(3,'fdde9c87-8dab-49d0-92a1-ab9aa1fd8863','c3d2b348-d060-478d-b12f-8df7060bcc0f','A quay','Harbour','public','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603660000);
CREATE TABLE comments (
    position BIGINT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    image_id TEXT NOT NULL,
    author_id TEXT NOT NULL,
    message TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
INSERT INTO comments VALUES(1,'bb28ec78-700b-44d7-abe6-a4943c6e1b06','fdde9c87-8dab-49d0-92a1-ab9aa1fd8863','c3d2b348-d060-478d-b12f-8df7060bcc0f',replace('What a light!\n¡Qué luz!','\n',char(10)),1767603660000);
INSERT INTO comments VALUES(2,'99bd2cde-8063-4b81-a837-a95a49bea3b9','fdde9c87-8dab-49d0-92a1-ab9aa1fd8863','85a69c60-c8d6-4921-86b3-1038a38dc3fa','Old, and still here.',1767603660000);
CREATE INDEX sessions_user ON sessions (user_id, ended_at);
CREATE INDEX sessions_ended ON sessions (ended_at, last_seen_at);
CREATE INDEX verification_mails_email ON verification_mails (email, kind, sent_at);
CREATE INDEX verification_mails_sent_at ON verification_mails (sent_at);
CREATE INDEX images_public ON images (position) WHERE visibility = 'public';
CREATE INDEX comments_image ON comments (image_id, position);
COMMIT;
