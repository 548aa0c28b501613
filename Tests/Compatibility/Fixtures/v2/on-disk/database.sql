PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_migrations (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    statements TEXT NOT NULL,
    applied_at INTEGER NOT NULL
);
INSERT INTO schema_migrations VALUES('rate-limiting-0001',0,'e5072cea8c7457ff',replace('CREATE TABLE rate_limits (\n    limiter TEXT NOT NULL,\n    identifier TEXT NOT NULL,\n    attempts TEXT NOT NULL,\n    locked_until BIGINT,\n    lockouts INTEGER NOT NULL,\n    failures INTEGER NOT NULL,\n    touched_at BIGINT NOT NULL,\n    PRIMARY KEY (limiter, identifier)\n);\nCREATE INDEX rate_limits_touched_at ON rate_limits (touched_at);','\n',char(10)),1795363816006);
INSERT INTO schema_migrations VALUES('proof-of-possession-0001',1,'db8edcc4672941dd',replace('CREATE TABLE used_proofs (\n    mark BLOB PRIMARY KEY,\n    ends_at BIGINT NOT NULL\n);\nCREATE TABLE proof_memory (\n    is_complete INTEGER NOT NULL\n);\nINSERT INTO proof_memory (is_complete) VALUES (1);','\n',char(10)),1795363816006);
INSERT INTO schema_migrations VALUES('sessions-0001',2,'f4dc4b96f46a3a38',replace('CREATE TABLE sessions (\n    id TEXT PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    is_verified INTEGER NOT NULL,\n    device TEXT,\n    user_agent TEXT,\n    address TEXT,\n    started_at BIGINT NOT NULL,\n    last_seen_at BIGINT NOT NULL,\n    generation INTEGER NOT NULL,\n    ended_at BIGINT,\n    end_reason TEXT\n);\nCREATE INDEX sessions_user ON sessions (user_id, ended_at);\nCREATE INDEX sessions_ended ON sessions (ended_at, last_seen_at);\nCREATE TABLE refresh_tokens (\n    hash BLOB PRIMARY KEY,\n    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,\n    generation INTEGER NOT NULL,\n    used_at BIGINT,\n    sealed_successor BLOB,\n    UNIQUE (session_id, generation)\n);\nCREATE TABLE verified_users (\n    user_id TEXT PRIMARY KEY\n);\nCREATE TABLE signing_keys (\n    id TEXT PRIMARY KEY,\n    sealed_private_key BLOB NOT NULL,\n    created_at BIGINT NOT NULL\n);','\n',char(10)),1795363816007);
INSERT INTO schema_migrations VALUES('sessions-0002',3,'06ee42585a66b22d',replace('ALTER TABLE sessions ADD COLUMN suspicion TEXT;\nCREATE TABLE security_events (\n    id BIGINT PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    kind TEXT NOT NULL,\n    session_id TEXT,\n    detail TEXT,\n    happened_at BIGINT NOT NULL\n);\nCREATE INDEX security_events_user ON security_events (user_id, id);\nCREATE INDEX security_events_age ON security_events (happened_at);\nCREATE TABLE security_event_counter (\n    name TEXT PRIMARY KEY,\n    latest BIGINT NOT NULL\n);\nINSERT INTO security_event_counter (name, latest) VALUES (''security_events'', 0);','\n',char(10)),1795363816009);
INSERT INTO schema_migrations VALUES('sessions-0003',4,'e6b5f10913a93622','ALTER TABLE sessions ADD COLUMN key_thumbprint TEXT;',1795363816010);
INSERT INTO schema_migrations VALUES('sessions-0004',5,'37b054c4f85a2c56','ALTER TABLE sessions ADD COLUMN access_since BIGINT;',1795363816010);
INSERT INTO schema_migrations VALUES('idempotency-0001',6,'b2249e34181a5505',replace('CREATE TABLE idempotent_answers (\n    key BLOB NOT NULL,\n    request BLOB NOT NULL,\n    client BLOB NOT NULL,\n    answer BLOB NOT NULL,\n    expires_at BIGINT NOT NULL,\n    PRIMARY KEY (key, request)\n);\nCREATE INDEX idempotent_answers_client ON idempotent_answers (client, expires_at);\nCREATE INDEX idempotent_answers_expiry ON idempotent_answers (expires_at);','\n',char(10)),1795363816010);
INSERT INTO schema_migrations VALUES('accounts-0001',7,'e6d6952de4203cf7',replace('CREATE TABLE accounts (\n    id TEXT PRIMARY KEY,\n    name TEXT NOT NULL,\n    email TEXT NOT NULL,\n    canonical_email TEXT NOT NULL UNIQUE,\n    verified_at BIGINT,\n    password_hash TEXT,\n    created_at BIGINT NOT NULL\n);','\n',char(10)),1795363816010);
INSERT INTO schema_migrations VALUES('accounts-0002',8,'57482ddc56f13769','ALTER TABLE accounts ADD COLUMN password_replacements INTEGER NOT NULL DEFAULT 0;',1795363816010);
INSERT INTO schema_migrations VALUES('captcha-0001',9,'7ec3426d7901247d',replace('CREATE TABLE used_challenges (\n    id TEXT PRIMARY KEY,\n    ends_at BIGINT NOT NULL\n);\nCREATE INDEX used_challenges_ends_at ON used_challenges (ends_at);','\n',char(10)),1795363816010);
INSERT INTO schema_migrations VALUES('mailed-proofs-0001',10,'8ebe5f980806ba7d',replace('CREATE TABLE mailed_proofs (\n    kind TEXT NOT NULL,\n    user_id TEXT NOT NULL,\n    email TEXT NOT NULL,\n    code_digest BLOB NOT NULL,\n    link_digest BLOB,\n    created_at BIGINT NOT NULL,\n    attempts INTEGER NOT NULL,\n    used INTEGER NOT NULL,\n    PRIMARY KEY (kind, user_id)\n);\nCREATE UNIQUE INDEX mailed_proofs_link ON mailed_proofs (link_digest);','\n',char(10)),1795363816010);
INSERT INTO schema_migrations VALUES('mailed-proofs-0002',11,'6629d813bacd7645',replace('CREATE TABLE mailed_messages (\n    email TEXT NOT NULL,\n    kind TEXT NOT NULL,\n    sent_at BIGINT NOT NULL\n);\nCREATE INDEX mailed_messages_email ON mailed_messages (email, kind, sent_at);\nCREATE INDEX mailed_messages_sent_at ON mailed_messages (sent_at);','\n',char(10)),1795363816010);
INSERT INTO schema_migrations VALUES('account-verification-0001',12,'1509162050c7b209',replace('CREATE TABLE verification_flows (\n    user_id TEXT PRIMARY KEY,\n    email TEXT NOT NULL,\n    code_digest BLOB NOT NULL,\n    created_at BIGINT NOT NULL,\n    attempts INTEGER NOT NULL,\n    used INTEGER NOT NULL\n);','\n',char(10)),1795363816010);
INSERT INTO schema_migrations VALUES('account-verification-0002',13,'a3c93067e2d4bd4a',replace('CREATE TABLE verification_mails (\n    email TEXT NOT NULL,\n    kind TEXT NOT NULL,\n    sent_at BIGINT NOT NULL\n);\nCREATE INDEX verification_mails_email ON verification_mails (email, kind, sent_at);\nCREATE INDEX verification_mails_sent_at ON verification_mails (sent_at);','\n',char(10)),1795363816010);
INSERT INTO schema_migrations VALUES('account-verification-0003',14,'350aae8b55b8b6b1',replace('INSERT INTO mailed_proofs (kind, user_id, email, code_digest, created_at, attempts, used)\nSELECT ''account-verification'', user_id, email, code_digest, created_at, attempts, used\nFROM verification_flows;\nDROP TABLE verification_flows;\nDROP TABLE verification_mails;','\n',char(10)),1795363816010);
INSERT INTO schema_migrations VALUES('feed-0001',15,'31cdd29355724720',replace('CREATE TABLE images (\n    position BIGINT PRIMARY KEY,\n    id TEXT NOT NULL UNIQUE,\n    author_id TEXT NOT NULL,\n    description TEXT,\n    location TEXT,\n    visibility TEXT NOT NULL CHECK (visibility IN (''public'', ''members'')),\n    media_type TEXT NOT NULL,\n    digest TEXT NOT NULL,\n    byte_count BIGINT NOT NULL,\n    created_at BIGINT NOT NULL\n);\nCREATE INDEX images_public ON images (position) WHERE visibility = ''public'';','\n',char(10)),1795363816011);
INSERT INTO schema_migrations VALUES('feed-hidden-0001',16,'da762262ad7ac79e','ALTER TABLE images ADD COLUMN hidden_at BIGINT;',1795363816011);
INSERT INTO schema_migrations VALUES('feed-uploads-0001',17,'712f2e5facff7d13',replace('ALTER TABLE images ADD COLUMN width BIGINT;\nALTER TABLE images ADD COLUMN request TEXT;\nCREATE TABLE image_sizes (\n    image_id TEXT NOT NULL,\n    width BIGINT NOT NULL,\n    media_type TEXT NOT NULL,\n    digest TEXT NOT NULL,\n    PRIMARY KEY (image_id, width)\n);','\n',char(10)),1795363816011);
INSERT INTO schema_migrations VALUES('feed-deletion-0001',18,'9122dbc0c56bf277',replace('CREATE TABLE deleted_images (\n    id TEXT PRIMARY KEY,\n    position BIGINT NOT NULL,\n    visibility TEXT NOT NULL\n);\nCREATE INDEX images_digest ON images (digest);\nCREATE INDEX image_sizes_digest ON image_sizes (digest);','\n',char(10)),1795363816011);
INSERT INTO schema_migrations VALUES('comments-0001',19,'6de60ccc68cc2897',replace('CREATE TABLE comments (\n    position BIGINT PRIMARY KEY,\n    id TEXT NOT NULL UNIQUE,\n    image_id TEXT NOT NULL,\n    author_id TEXT NOT NULL,\n    message TEXT NOT NULL,\n    created_at BIGINT NOT NULL\n);\nCREATE INDEX comments_image ON comments (image_id, position);','\n',char(10)),1795363816011);
CREATE TABLE rate_limits (
    limiter TEXT NOT NULL,
    identifier TEXT NOT NULL,
    attempts TEXT NOT NULL,
    locked_until BIGINT,
    lockouts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    touched_at BIGINT NOT NULL,
    PRIMARY KEY (limiter, identifier)
);
INSERT INTO rate_limits VALUES('route.registration','127.0.0.1/32','1767603600000 1767603660000',NULL,0,2,1767603660000);
INSERT INTO rate_limits VALUES('route.verification','127.0.0.1/32','1767603600000',NULL,0,1,1767603600000);
INSERT INTO rate_limits VALUES('route.login','127.0.0.1/32','1767603660000 1767603660000 1767603660000',NULL,0,3,1767603660000);
CREATE TABLE used_proofs (
    mark BLOB PRIMARY KEY,
    ends_at BIGINT NOT NULL
);
CREATE TABLE proof_memory (
    is_complete INTEGER NOT NULL
);
INSERT INTO proof_memory VALUES(1);
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
, suspicion TEXT, key_thumbprint TEXT, access_since BIGINT);
INSERT INTO sessions VALUES('e6ec7d16-a996-48e2-9626-ba4987faf6b1','a6a0de1a-b67e-4463-ba3c-8474a71842e1',1,NULL,NULL,'127.0.0.1',1767603600000,1767603600000,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO sessions VALUES('f6d7fe65-8813-4238-80fa-d7e117c1babe','6f8a7a2a-85ed-4502-9f02-65b05d52572c',0,NULL,NULL,'127.0.0.1',1767603660000,1767603660000,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO sessions VALUES('5488ba11-32ad-4b5b-b10e-582ba32a9b63','a6a0de1a-b67e-4463-ba3c-8474a71842e1',1,'desk',NULL,'127.0.0.1',1767603660000,1767603660000,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO sessions VALUES('ed453d58-9677-4e43-87da-5248adc1cddd','a6a0de1a-b67e-4463-ba3c-8474a71842e1',1,'train',NULL,'127.0.0.1',1767603660000,1767603660000,0,1767603660000,'logout',NULL,NULL,NULL);
INSERT INTO sessions VALUES('7b533226-e924-42fe-acc1-b7ed4c6055f4','a6a0de1a-b67e-4463-ba3c-8474a71842e1',1,'sofa',NULL,'127.0.0.1',1767603660000,1767603660000,1,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    used_at BIGINT,
    sealed_successor BLOB,
    UNIQUE (session_id, generation)
);
INSERT INTO refresh_tokens VALUES(X'd737aa684bbe4d1e66090bad30f40bc7c53097b09d841fa545aa9273c588c02e','e6ec7d16-a996-48e2-9626-ba4987faf6b1',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'2bd6942a7c6e7f4ee00972497e57da0065a7f935893c4656eecf1ad299306efb','f6d7fe65-8813-4238-80fa-d7e117c1babe',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'64a7f0d3c9ca727eff9fefffac0cac6e9558dfae6f04fadd1ff778380fa7038b','5488ba11-32ad-4b5b-b10e-582ba32a9b63',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'eee23221f0acac279b8e47772dd84969c08f225a86dfbe8379b6eeddecea2654','ed453d58-9677-4e43-87da-5248adc1cddd',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'840b857002c0cf0f9a93dc0ea6cef2ca114edda5184c7a1931a70f0477a13fbe','7b533226-e924-42fe-acc1-b7ed4c6055f4',0,1767603660000,X'9dfeeeb03c50e23f778d2aaf11a5c7f3f83bceb1065fecab6263556e4fff7d0f42223aca38c6c3ab6ba434376af7a7bdde8b60add27ebfe446f89e5eacb058864675489ee99852');
INSERT INTO refresh_tokens VALUES(X'8fcea8d749955a579d8c120bbb7e4ff14500c8dc2a3645d2aaf477db3e0bef87','7b533226-e924-42fe-acc1-b7ed4c6055f4',1,NULL,NULL);
CREATE TABLE verified_users (
    user_id TEXT PRIMARY KEY
);
INSERT INTO verified_users VALUES('a6a0de1a-b67e-4463-ba3c-8474a71842e1');
CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY,
    sealed_private_key BLOB NOT NULL,
    created_at BIGINT NOT NULL
);
INSERT INTO signing_keys VALUES('eSgcttVk2JhBWuh8rSXjrjDu5bPj3JKT8sx9hdyEgoU',X'f19a101a9fb614e4ce5fcfbd815b1d77109e9ae2fbb8ea3efefb0c30f3cb6764eefd5f98ea6e660f5c487c5f305eaf160e0e09a052f332720e38cdc9dfe031c60b0ab56f450a4fa9eb0e8b4f8f51fc27f82f3959517c78996671deb1ceba032340f9d726b21283dc9eac094f02c35d4eef7717f4c1d42b5e3e299c341a6d340c6bacb0feedea5fc6f2a14adaf7b64e9a4ca07bc830f9ae06bed66678a9dabf6a9b70cfe88d39',1767603600000);
CREATE TABLE security_events (
    id BIGINT PRIMARY KEY,
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    session_id TEXT,
    detail TEXT,
    happened_at BIGINT NOT NULL
);
INSERT INTO security_events VALUES(1,'a6a0de1a-b67e-4463-ba3c-8474a71842e1','email_verified',NULL,NULL,1767603600000);
INSERT INTO security_events VALUES(2,'a6a0de1a-b67e-4463-ba3c-8474a71842e1','session_ended','ed453d58-9677-4e43-87da-5248adc1cddd','logout',1767603660000);
CREATE TABLE security_event_counter (
    name TEXT PRIMARY KEY,
    latest BIGINT NOT NULL
);
INSERT INTO security_event_counter VALUES('security_events',2);
CREATE TABLE idempotent_answers (
    key BLOB NOT NULL,
    request BLOB NOT NULL,
    client BLOB NOT NULL,
    answer BLOB NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (key, request)
);
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    canonical_email TEXT NOT NULL UNIQUE,
    verified_at BIGINT,
    password_hash TEXT,
    created_at BIGINT NOT NULL
, password_replacements INTEGER NOT NULL DEFAULT 0);
INSERT INTO accounts VALUES('a6a0de1a-b67e-4463-ba3c-8474a71842e1','Ana','ana@example.com','ana@example.com',1767603600000,'$scrypt$ln=15,r=8,p=3,k=5f3f5cc3$HnEAWUIOsChI9FssBJMbqQ$9vcD8hBzVbM1ndyDJ4d_BMtqxl9kkWgoJc2S5q5wsD4',1767603600000,0);
INSERT INTO accounts VALUES('6f8a7a2a-85ed-4502-9f02-65b05d52572c','Ben','ben@example.com','ben@example.com',NULL,'$scrypt$ln=15,r=8,p=3,k=5f3f5cc3$C2l7cFwA-Ykr5G-7ZodBnA$J4qSalCGCTYrKC4VZRzwlN3WZVCoDDrjxF4Mp0IyBME',1767603660000,0);
CREATE TABLE used_challenges (
    id TEXT PRIMARY KEY,
    ends_at BIGINT NOT NULL
);
CREATE TABLE mailed_proofs (
    kind TEXT NOT NULL,
    user_id TEXT NOT NULL,
    email TEXT NOT NULL,
    code_digest BLOB NOT NULL,
    link_digest BLOB,
    created_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (kind, user_id)
);
INSERT INTO mailed_proofs VALUES('account-verification','a6a0de1a-b67e-4463-ba3c-8474a71842e1','ana@example.com',X'a7c588f75b8439d551e2138c3b8dc7cb3c042728f3b6f730b025340266cd55e4',X'77cff47968c1f1598ccae0a76bc7704663223b0fa0b24ba3c84dc3c3c6d53474',1767603600000,1,1);
INSERT INTO mailed_proofs VALUES('account-verification','6f8a7a2a-85ed-4502-9f02-65b05d52572c','ben@example.com',X'a5d19b8e3fd7554f719bf31da01a14db78fb368675e4940b47c7173a485c4fa9',X'770c872b2d3a3ccd8a8a9a6637d363000a6fde8e404a0b2c4ca7584966262336',1767603660000,0,0);
CREATE TABLE mailed_messages (
    email TEXT NOT NULL,
    kind TEXT NOT NULL,
    sent_at BIGINT NOT NULL
);
INSERT INTO mailed_messages VALUES('ana@example.com','account-verification',1767603600000);
INSERT INTO mailed_messages VALUES('ben@example.com','account-verification',1767603660000);
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
, hidden_at BIGINT, width BIGINT, request TEXT);
INSERT INTO images VALUES(1,'a6e15648-0bce-491f-b352-9c0fb40882fc','a6a0de1a-b67e-4463-ba3c-8474a71842e1',NULL,NULL,'public','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603660000,NULL,NULL,NULL);
INSERT INTO images VALUES(2,'70848484-8b98-496e-b110-6c62afe0a5e7','a6a0de1a-b67e-4463-ba3c-8474a71842e1','For members','Harbour','members','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603660000,NULL,NULL,NULL);
INSERT INTO images VALUES(3,'f84bd6c2-81b3-4b47-9fde-9acd4ba5a760','a6a0de1a-b67e-4463-ba3c-8474a71842e1','A quay','Harbour','public','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603660000,NULL,NULL,NULL);
CREATE TABLE image_sizes (
    image_id TEXT NOT NULL,
    width BIGINT NOT NULL,
    media_type TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (image_id, width)
);
CREATE TABLE deleted_images (
    id TEXT PRIMARY KEY,
    position BIGINT NOT NULL,
    visibility TEXT NOT NULL
);
CREATE TABLE comments (
    position BIGINT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    image_id TEXT NOT NULL,
    author_id TEXT NOT NULL,
    message TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
INSERT INTO comments VALUES(1,'427d3143-6ba7-44b4-a38a-7074180cdd7c','f84bd6c2-81b3-4b47-9fde-9acd4ba5a760','a6a0de1a-b67e-4463-ba3c-8474a71842e1',replace('What a light!\n¡Qué luz!','\n',char(10)),1767603660000);
INSERT INTO comments VALUES(2,'9e537293-0a23-4e48-a976-700e582e2038','f84bd6c2-81b3-4b47-9fde-9acd4ba5a760','5a41c171-9f2a-4056-8911-21f5c51e4d6e','Old, and still here.',1767603660000);
CREATE INDEX rate_limits_touched_at ON rate_limits (touched_at);
CREATE INDEX sessions_user ON sessions (user_id, ended_at);
CREATE INDEX sessions_ended ON sessions (ended_at, last_seen_at);
CREATE INDEX security_events_user ON security_events (user_id, id);
CREATE INDEX security_events_age ON security_events (happened_at);
CREATE INDEX idempotent_answers_client ON idempotent_answers (client, expires_at);
CREATE INDEX idempotent_answers_expiry ON idempotent_answers (expires_at);
CREATE INDEX used_challenges_ends_at ON used_challenges (ends_at);
CREATE UNIQUE INDEX mailed_proofs_link ON mailed_proofs (link_digest);
CREATE INDEX mailed_messages_email ON mailed_messages (email, kind, sent_at);
CREATE INDEX mailed_messages_sent_at ON mailed_messages (sent_at);
CREATE INDEX images_public ON images (position) WHERE visibility = 'public';
CREATE INDEX images_digest ON images (digest);
CREATE INDEX image_sizes_digest ON image_sizes (digest);
CREATE INDEX comments_image ON comments (image_id, position);
COMMIT;
