PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_migrations (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    statements TEXT NOT NULL,
    applied_at INTEGER NOT NULL
);
INSERT INTO schema_migrations VALUES('rate-limiting-0001',0,'e5072cea8c7457ff',replace('CREATE TABLE rate_limits (\n    limiter TEXT NOT NULL,\n    identifier TEXT NOT NULL,\n    attempts TEXT NOT NULL,\n    locked_until BIGINT,\n    lockouts INTEGER NOT NULL,\n    failures INTEGER NOT NULL,\n    touched_at BIGINT NOT NULL,\n    PRIMARY KEY (limiter, identifier)\n);\nCREATE INDEX rate_limits_touched_at ON rate_limits (touched_at);','\n',char(10)),1795742614268);
INSERT INTO schema_migrations VALUES('proof-of-possession-0001',1,'db8edcc4672941dd',replace('CREATE TABLE used_proofs (\n    mark BLOB PRIMARY KEY,\n    ends_at BIGINT NOT NULL\n);\nCREATE TABLE proof_memory (\n    is_complete INTEGER NOT NULL\n);\nINSERT INTO proof_memory (is_complete) VALUES (1);','\n',char(10)),1795742614268);
INSERT INTO schema_migrations VALUES('proof-of-possession-0002',2,'3c05b9d3ff981733',replace('CREATE TABLE proofs_ahead (\n    key_thumbprint TEXT PRIMARY KEY,\n    issued_at BIGINT NOT NULL\n);','\n',char(10)),1795742614268);
INSERT INTO schema_migrations VALUES('sessions-0001',3,'f4dc4b96f46a3a38',replace('CREATE TABLE sessions (\n    id TEXT PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    is_verified INTEGER NOT NULL,\n    device TEXT,\n    user_agent TEXT,\n    address TEXT,\n    started_at BIGINT NOT NULL,\n    last_seen_at BIGINT NOT NULL,\n    generation INTEGER NOT NULL,\n    ended_at BIGINT,\n    end_reason TEXT\n);\nCREATE INDEX sessions_user ON sessions (user_id, ended_at);\nCREATE INDEX sessions_ended ON sessions (ended_at, last_seen_at);\nCREATE TABLE refresh_tokens (\n    hash BLOB PRIMARY KEY,\n    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,\n    generation INTEGER NOT NULL,\n    used_at BIGINT,\n    sealed_successor BLOB,\n    UNIQUE (session_id, generation)\n);\nCREATE TABLE verified_users (\n    user_id TEXT PRIMARY KEY\n);\nCREATE TABLE signing_keys (\n    id TEXT PRIMARY KEY,\n    sealed_private_key BLOB NOT NULL,\n    created_at BIGINT NOT NULL\n);','\n',char(10)),1795742614273);
INSERT INTO schema_migrations VALUES('sessions-0002',4,'06ee42585a66b22d',replace('ALTER TABLE sessions ADD COLUMN suspicion TEXT;\nCREATE TABLE security_events (\n    id BIGINT PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    kind TEXT NOT NULL,\n    session_id TEXT,\n    detail TEXT,\n    happened_at BIGINT NOT NULL\n);\nCREATE INDEX security_events_user ON security_events (user_id, id);\nCREATE INDEX security_events_age ON security_events (happened_at);\nCREATE TABLE security_event_counter (\n    name TEXT PRIMARY KEY,\n    latest BIGINT NOT NULL\n);\nINSERT INTO security_event_counter (name, latest) VALUES (''security_events'', 0);','\n',char(10)),1795742614273);
INSERT INTO schema_migrations VALUES('sessions-0003',5,'e6b5f10913a93622','ALTER TABLE sessions ADD COLUMN key_thumbprint TEXT;',1795742614273);
INSERT INTO schema_migrations VALUES('sessions-0004',6,'37b054c4f85a2c56','ALTER TABLE sessions ADD COLUMN access_since BIGINT;',1795742614273);
INSERT INTO schema_migrations VALUES('sessions-0005',7,'a25b333a3f67e258',replace('ALTER TABLE sessions ADD COLUMN is_in_use INTEGER NOT NULL DEFAULT 1;\nCREATE INDEX sessions_key ON sessions (key_thumbprint);','\n',char(10)),1795742614273);
INSERT INTO schema_migrations VALUES('sessions-0006',8,'4307f1a96a95d7c6',replace('CREATE TABLE security_events_seen (\n    user_id TEXT PRIMARY KEY,\n    latest BIGINT NOT NULL\n);','\n',char(10)),1795742614274);
INSERT INTO schema_migrations VALUES('sessions-0007',9,'3b1cd593cd320efa',replace('ALTER TABLE sessions ADD COLUMN amr TEXT;\nALTER TABLE sessions ADD COLUMN authenticated_at BIGINT;','\n',char(10)),1795742614274);
INSERT INTO schema_migrations VALUES('sessions-0008',10,'a0f77c57b46bca0f',replace('ALTER TABLE sessions ADD COLUMN origin TEXT;\nALTER TABLE sessions ADD COLUMN origin_session TEXT;\nCREATE INDEX sessions_origin ON sessions (origin) WHERE origin IS NOT NULL;\nCREATE INDEX sessions_origin_session ON sessions (origin_session) WHERE origin_session IS NOT NULL;','\n',char(10)),1795742614274);
INSERT INTO schema_migrations VALUES('sessions-0009',11,'ddc91bdb1306fa38','ALTER TABLE sessions ADD COLUMN is_proved_here INTEGER NOT NULL DEFAULT 1;',1795742614274);
INSERT INTO schema_migrations VALUES('idempotency-0001',12,'b2249e34181a5505',replace('CREATE TABLE idempotent_answers (\n    key BLOB NOT NULL,\n    request BLOB NOT NULL,\n    client BLOB NOT NULL,\n    answer BLOB NOT NULL,\n    expires_at BIGINT NOT NULL,\n    PRIMARY KEY (key, request)\n);\nCREATE INDEX idempotent_answers_client ON idempotent_answers (client, expires_at);\nCREATE INDEX idempotent_answers_expiry ON idempotent_answers (expires_at);','\n',char(10)),1795742614274);
INSERT INTO schema_migrations VALUES('accounts-0001',13,'e6d6952de4203cf7',replace('CREATE TABLE accounts (\n    id TEXT PRIMARY KEY,\n    name TEXT NOT NULL,\n    email TEXT NOT NULL,\n    canonical_email TEXT NOT NULL UNIQUE,\n    verified_at BIGINT,\n    password_hash TEXT,\n    created_at BIGINT NOT NULL\n);','\n',char(10)),1795742614274);
INSERT INTO schema_migrations VALUES('accounts-0002',14,'57482ddc56f13769','ALTER TABLE accounts ADD COLUMN password_replacements INTEGER NOT NULL DEFAULT 0;',1795742614275);
INSERT INTO schema_migrations VALUES('accounts-0003',15,'b40570f7c13074d3',replace('ALTER TABLE accounts ADD COLUMN former_canonical_email TEXT;\nUPDATE accounts SET former_canonical_email = canonical_email WHERE email GLOB ''*[^ -~]*'';\nCREATE UNIQUE INDEX accounts_former_canonical_email ON accounts (former_canonical_email);','\n',char(10)),1795742614275);
INSERT INTO schema_migrations VALUES('accounts-0004',16,'9f910496da349f1a',replace('ALTER TABLE accounts ADD COLUMN suspended_at BIGINT;\nALTER TABLE accounts ADD COLUMN suspension_reason TEXT;\nCREATE INDEX accounts_created ON accounts (created_at, id);\nCREATE INDEX accounts_suspended ON accounts (created_at, id) WHERE suspended_at IS NOT NULL;\nCREATE INDEX accounts_unverified ON accounts (created_at, id) WHERE verified_at IS NULL;\nCREATE TABLE account_letters (\n    user_id TEXT NOT NULL,\n    kind TEXT NOT NULL,\n    reason TEXT,\n    happened_at BIGINT NOT NULL,\n    PRIMARY KEY (user_id, kind, happened_at)\n);','\n',char(10)),1795742614275);
INSERT INTO schema_migrations VALUES('accounts-0005',17,'fec74c00880dc1b9',replace('CREATE TABLE former_passwords (\n    user_id TEXT NOT NULL,\n    password_hash TEXT NOT NULL,\n    replaced_at BIGINT NOT NULL\n);\nCREATE INDEX former_passwords_user ON former_passwords (user_id, replaced_at);\nCREATE INDEX former_passwords_replaced_at ON former_passwords (replaced_at);','\n',char(10)),1795742614275);
INSERT INTO schema_migrations VALUES('captcha-0001',18,'7ec3426d7901247d',replace('CREATE TABLE used_challenges (\n    id TEXT PRIMARY KEY,\n    ends_at BIGINT NOT NULL\n);\nCREATE INDEX used_challenges_ends_at ON used_challenges (ends_at);','\n',char(10)),1795742614275);
INSERT INTO schema_migrations VALUES('login-0001',19,'6fd252926abf8034',replace('CREATE TABLE login_tickets (\n    digest BLOB PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    way TEXT NOT NULL,\n    device TEXT,\n    key_thumbprint TEXT,\n    ends_at BIGINT NOT NULL\n);\nCREATE INDEX login_tickets_user ON login_tickets (user_id);\nCREATE INDEX login_tickets_ends_at ON login_tickets (ends_at);','\n',char(10)),1795742614275);
INSERT INTO schema_migrations VALUES('login-0002',20,'e4e8f9250800c242',replace('ALTER TABLE login_tickets ADD COLUMN origin TEXT;\nALTER TABLE login_tickets ADD COLUMN origin_session TEXT;','\n',char(10)),1795742614276);
INSERT INTO schema_migrations VALUES('external-providers-0001',21,'f9e759b51b518f7d',replace('CREATE TABLE provider_links (\n    id TEXT PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    issuer TEXT NOT NULL,\n    subject TEXT NOT NULL,\n    provider TEXT NOT NULL,\n    email TEXT,\n    linked_at BIGINT NOT NULL,\n    UNIQUE (issuer, subject)\n);\nCREATE INDEX provider_links_user_id ON provider_links (user_id);\nCREATE TABLE provider_attempts (\n    id BLOB PRIMARY KEY,\n    provider TEXT NOT NULL,\n    identity TEXT,\n    expires_at BIGINT NOT NULL\n);\nCREATE INDEX provider_attempts_expires_at ON provider_attempts (expires_at);','\n',char(10)),1795742614276);
INSERT INTO schema_migrations VALUES('external-providers-0002',22,'a5fe969bfbf12dd5',replace('ALTER TABLE provider_links ADD COLUMN signed_out_at BIGINT;\nCREATE TABLE provider_notices (\n    id BLOB PRIMARY KEY,\n    expires_at BIGINT NOT NULL\n);\nCREATE INDEX provider_notices_expires_at ON provider_notices (expires_at);\nCREATE TABLE provider_deletions (\n    code TEXT PRIMARY KEY,\n    provider TEXT NOT NULL,\n    deleted_at BIGINT NOT NULL\n);','\n',char(10)),1795742614277);
INSERT INTO schema_migrations VALUES('passkeys-0001',23,'a41867637243e428',replace('CREATE TABLE passkeys (\n    id TEXT PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    credential_id BLOB NOT NULL UNIQUE,\n    user_handle BLOB NOT NULL,\n    public_key BLOB NOT NULL,\n    counter BIGINT NOT NULL,\n    can_be_backed_up INTEGER NOT NULL,\n    is_backed_up INTEGER NOT NULL,\n    transports TEXT NOT NULL,\n    name TEXT NOT NULL,\n    made_at BIGINT NOT NULL,\n    used_at BIGINT,\n    copy_seen_at BIGINT\n);\nCREATE INDEX passkeys_user_id ON passkeys (user_id);\nCREATE TABLE passkey_challenges (\n    id BLOB PRIMARY KEY,\n    ends_at BIGINT NOT NULL\n);\nCREATE INDEX passkey_challenges_ends_at ON passkey_challenges (ends_at);','\n',char(10)),1795742614277);
INSERT INTO schema_migrations VALUES('passkeys-0002',24,'0b1d11b2998d3185',replace('INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, can_be_backed_up,\n    is_backed_up, transports, name, made_at)\nVALUES (''00000000-0000-0000-0000-000000000000'', ''00000000-0000-0000-0000-000000000000'',\n    x''0000000000000000000000000000000000000000000000000000000000000000'',\n    x''0000000000000000000000000000000000000000000000000000000000000000'',\n    x''A50102032620012158206B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C2962258204FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5'',\n    0, 0, 0, ''internal'', ''Passkey'', 0);','\n',char(10)),1795742614277);
INSERT INTO schema_migrations VALUES('mailed-proofs-0001',25,'8ebe5f980806ba7d',replace('CREATE TABLE mailed_proofs (\n    kind TEXT NOT NULL,\n    user_id TEXT NOT NULL,\n    email TEXT NOT NULL,\n    code_digest BLOB NOT NULL,\n    link_digest BLOB,\n    created_at BIGINT NOT NULL,\n    attempts INTEGER NOT NULL,\n    used INTEGER NOT NULL,\n    PRIMARY KEY (kind, user_id)\n);\nCREATE UNIQUE INDEX mailed_proofs_link ON mailed_proofs (link_digest);','\n',char(10)),1795742614277);
INSERT INTO schema_migrations VALUES('mailed-proofs-0002',26,'6629d813bacd7645',replace('CREATE TABLE mailed_messages (\n    email TEXT NOT NULL,\n    kind TEXT NOT NULL,\n    sent_at BIGINT NOT NULL\n);\nCREATE INDEX mailed_messages_email ON mailed_messages (email, kind, sent_at);\nCREATE INDEX mailed_messages_sent_at ON mailed_messages (sent_at);','\n',char(10)),1795742614277);
INSERT INTO schema_migrations VALUES('mailed-proofs-0003',27,'3f657aa903ed665d','ALTER TABLE mailed_messages ADD COLUMN asker TEXT;',1795742614278);
INSERT INTO schema_migrations VALUES('account-verification-0001',28,'1509162050c7b209',replace('CREATE TABLE verification_flows (\n    user_id TEXT PRIMARY KEY,\n    email TEXT NOT NULL,\n    code_digest BLOB NOT NULL,\n    created_at BIGINT NOT NULL,\n    attempts INTEGER NOT NULL,\n    used INTEGER NOT NULL\n);','\n',char(10)),1795742614278);
INSERT INTO schema_migrations VALUES('account-verification-0002',29,'a3c93067e2d4bd4a',replace('CREATE TABLE verification_mails (\n    email TEXT NOT NULL,\n    kind TEXT NOT NULL,\n    sent_at BIGINT NOT NULL\n);\nCREATE INDEX verification_mails_email ON verification_mails (email, kind, sent_at);\nCREATE INDEX verification_mails_sent_at ON verification_mails (sent_at);','\n',char(10)),1795742614278);
INSERT INTO schema_migrations VALUES('account-verification-0003',30,'350aae8b55b8b6b1',replace('INSERT INTO mailed_proofs (kind, user_id, email, code_digest, created_at, attempts, used)\nSELECT ''account-verification'', user_id, email, code_digest, created_at, attempts, used\nFROM verification_flows;\nDROP TABLE verification_flows;\nDROP TABLE verification_mails;','\n',char(10)),1795742614278);
INSERT INTO schema_migrations VALUES('address-change-0001',31,'ce98f0d5167e0b66',replace('CREATE TABLE address_changes (\n    link_digest BLOB PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    position BIGINT NOT NULL,\n    email TEXT NOT NULL,\n    canonical_email TEXT NOT NULL,\n    former_canonical_email TEXT,\n    changed_at BIGINT NOT NULL,\n    is_over INTEGER NOT NULL\n);\nCREATE UNIQUE INDEX address_changes_user ON address_changes (user_id, position);\nCREATE INDEX address_changes_canonical ON address_changes (canonical_email);\nCREATE INDEX address_changes_changed_at ON address_changes (changed_at);','\n',char(10)),1795742614278);
INSERT INTO schema_migrations VALUES('second-factor-0001',32,'6e5c56b07f14b405',replace('CREATE TABLE authenticators (\n    user_id TEXT PRIMARY KEY,\n    sealed_secret BLOB NOT NULL,\n    made_at BIGINT NOT NULL,\n    confirmed_at BIGINT,\n    latest_step BIGINT NOT NULL\n);\nCREATE TABLE recovery_codes (\n    digest BLOB PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    used_at BIGINT\n);\nCREATE INDEX recovery_codes_user ON recovery_codes (user_id);','\n',char(10)),1795742614278);
INSERT INTO schema_migrations VALUES('second-factor-0002',33,'740e92adbf2c48d6',replace('CREATE TABLE factor_losses (\n    user_id TEXT PRIMARY KEY,\n    ends_at BIGINT NOT NULL,\n    remind_at BIGINT\n);\nCREATE INDEX factor_losses_ends_at ON factor_losses (ends_at);\nCREATE INDEX factor_losses_remind_at ON factor_losses (remind_at);','\n',char(10)),1795742614278);
INSERT INTO schema_migrations VALUES('feed-0001',34,'31cdd29355724720',replace('CREATE TABLE images (\n    position BIGINT PRIMARY KEY,\n    id TEXT NOT NULL UNIQUE,\n    author_id TEXT NOT NULL,\n    description TEXT,\n    location TEXT,\n    visibility TEXT NOT NULL CHECK (visibility IN (''public'', ''members'')),\n    media_type TEXT NOT NULL,\n    digest TEXT NOT NULL,\n    byte_count BIGINT NOT NULL,\n    created_at BIGINT NOT NULL\n);\nCREATE INDEX images_public ON images (position) WHERE visibility = ''public'';','\n',char(10)),1795742614278);
INSERT INTO schema_migrations VALUES('feed-hidden-0001',35,'da762262ad7ac79e','ALTER TABLE images ADD COLUMN hidden_at BIGINT;',1795742614279);
INSERT INTO schema_migrations VALUES('feed-uploads-0001',36,'712f2e5facff7d13',replace('ALTER TABLE images ADD COLUMN width BIGINT;\nALTER TABLE images ADD COLUMN request TEXT;\nCREATE TABLE image_sizes (\n    image_id TEXT NOT NULL,\n    width BIGINT NOT NULL,\n    media_type TEXT NOT NULL,\n    digest TEXT NOT NULL,\n    PRIMARY KEY (image_id, width)\n);','\n',char(10)),1795742614279);
INSERT INTO schema_migrations VALUES('feed-deletion-0001',37,'9122dbc0c56bf277',replace('CREATE TABLE deleted_images (\n    id TEXT PRIMARY KEY,\n    position BIGINT NOT NULL,\n    visibility TEXT NOT NULL\n);\nCREATE INDEX images_digest ON images (digest);\nCREATE INDEX image_sizes_digest ON image_sizes (digest);','\n',char(10)),1795742614280);
INSERT INTO schema_migrations VALUES('feed-looks-0001',38,'68ddb4f27688a064',replace('ALTER TABLE images ADD COLUMN height BIGINT;\nALTER TABLE images ADD COLUMN tint BIGINT;\nCREATE INDEX images_unread ON images (position) WHERE height IS NULL;','\n',char(10)),1795742614280);
INSERT INTO schema_migrations VALUES('comments-0001',39,'6de60ccc68cc2897',replace('CREATE TABLE comments (\n    position BIGINT PRIMARY KEY,\n    id TEXT NOT NULL UNIQUE,\n    image_id TEXT NOT NULL,\n    author_id TEXT NOT NULL,\n    message TEXT NOT NULL,\n    created_at BIGINT NOT NULL\n);\nCREATE INDEX comments_image ON comments (image_id, position);','\n',char(10)),1795742614285);
INSERT INTO schema_migrations VALUES('comments-deletion-0001',40,'f3963306f914a32f',replace('CREATE TABLE deleted_comments (\n    position BIGINT PRIMARY KEY,\n    id TEXT NOT NULL UNIQUE,\n    image_id TEXT NOT NULL\n);\nCREATE INDEX deleted_comments_image ON deleted_comments (image_id);','\n',char(10)),1795742614285);
INSERT INTO schema_migrations VALUES('browsers-0001',41,'0e58320277610e46',replace('CREATE TABLE browsers (\n    id BLOB PRIMARY KEY,\n    sealed BLOB NOT NULL,\n    seen_at BIGINT NOT NULL\n);\nCREATE INDEX browsers_seen_at ON browsers (seen_at);','\n',char(10)),1795742614285);
INSERT INTO schema_migrations VALUES('browsers-0002',42,'9672a504011feedd',replace('CREATE TABLE browser_drafts (\n    id BLOB PRIMARY KEY,\n    sealed BLOB NOT NULL,\n    kept_at BIGINT NOT NULL\n);\nCREATE INDEX browser_drafts_kept_at ON browser_drafts (kept_at);','\n',char(10)),1795742614285);
INSERT INTO schema_migrations VALUES('browsers-0003',43,'b4b90bca8833d6a3',replace('ALTER TABLE browser_drafts ADD COLUMN browser BLOB;\nALTER TABLE browser_drafts ADD COLUMN owner BLOB;\nALTER TABLE browser_drafts ADD COLUMN keeper BLOB;\nALTER TABLE browser_drafts ADD COLUMN is_persons INTEGER NOT NULL DEFAULT 0;\nALTER TABLE browser_drafts ADD COLUMN room INTEGER NOT NULL DEFAULT 0;\nUPDATE browser_drafts SET browser = id;\nCREATE INDEX browser_drafts_browser ON browser_drafts (browser);\nCREATE INDEX browser_drafts_keeper ON browser_drafts (keeper, room);\nCREATE INDEX browser_drafts_room ON browser_drafts (is_persons, room);','\n',char(10)),1795742614289);
INSERT INTO schema_migrations VALUES('browser-login-0001',44,'33f3a2ef72f54bd9',replace('CREATE TABLE browser_login_codes (\n    digest BLOB PRIMARY KEY,\n    user_id TEXT NOT NULL,\n    session_id TEXT NOT NULL,\n    challenge TEXT NOT NULL,\n    port INTEGER NOT NULL,\n    key_thumbprint TEXT NOT NULL,\n    device TEXT,\n    ends_at BIGINT NOT NULL,\n    begun_session_id TEXT\n);\nCREATE INDEX browser_login_codes_ends_at ON browser_login_codes (ends_at);','\n',char(10)),1795742614289);
INSERT INTO schema_migrations VALUES('device-login-0001',45,'610d13c1a5369e3d',replace('CREATE TABLE device_logins (\n    digest BLOB PRIMARY KEY,\n    code_digest BLOB NOT NULL UNIQUE,\n    key_thumbprint TEXT NOT NULL,\n    device TEXT,\n    address TEXT NOT NULL,\n    begun_at BIGINT NOT NULL,\n    ends_at BIGINT NOT NULL,\n    pause INTEGER NOT NULL,\n    asked_at BIGINT,\n    is_refused INTEGER NOT NULL,\n    user_id TEXT,\n    session_id TEXT,\n    begun_session_id TEXT\n);\nCREATE INDEX device_logins_ends_at ON device_logins (ends_at);','\n',char(10)),1795742614289);
INSERT INTO schema_migrations VALUES('device-login-0002',46,'9c416e1d9f5d3dad',replace('ALTER TABLE device_logins ADD COLUMN network TEXT;\nCREATE INDEX device_logins_network ON device_logins (network);','\n',char(10)),1795742614290);
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
INSERT INTO rate_limits VALUES('route.registration','127.0.0.1/32','1767603600000 1767603660000 1767603660000 1767603660000 1767603720000',NULL,0,5,1767603720000);
INSERT INTO rate_limits VALUES('route.verification','127.0.0.1/32','1767603600000 1767603660000 1767603660000',NULL,0,3,1767603660000);
INSERT INTO rate_limits VALUES('route.password-change','127.0.0.1/32','1767603600000',NULL,0,1,1767603600000);
INSERT INTO rate_limits VALUES('route.login','127.0.0.1/32','1767603600000 1767603660000 1767603660000 1767603720000 1767603720000 1767603720000 1767603720000 1767603720000',NULL,0,8,1767603720000);
INSERT INTO rate_limits VALUES('route.address-change','127.0.0.1/32','1767603600000 1767603600000 1767603660000',NULL,0,3,1767603660000);
INSERT INTO rate_limits VALUES('address-change','baae0b91-227c-457f-9d37-001a0b2878ba','1767603600000 1767603660000',NULL,0,2,1767603660000);
INSERT INTO rate_limits VALUES('route.passkey-questions','127.0.0.1/32','1767603600000 1767603600000 1767603720000',NULL,0,3,1767603720000);
INSERT INTO rate_limits VALUES('route.passkeys','127.0.0.1/32','1767603600000 1767603600000',NULL,0,2,1767603600000);
INSERT INTO rate_limits VALUES('route.second-factor','127.0.0.1/32','1767603660000 1767603660000',NULL,0,2,1767603660000);
INSERT INTO rate_limits VALUES('route.device-logins','127.0.0.1/32','1767603660000',NULL,0,1,1767603660000);
INSERT INTO rate_limits VALUES('comments','bc94a67b-ed8e-48ff-b026-6056052c8d9b','1767603720000',NULL,0,1,1767603720000);
CREATE TABLE used_proofs (
    mark BLOB PRIMARY KEY,
    ends_at BIGINT NOT NULL
);
CREATE TABLE proof_memory (
    is_complete INTEGER NOT NULL
);
INSERT INTO proof_memory VALUES(1);
CREATE TABLE proofs_ahead (
    key_thumbprint TEXT PRIMARY KEY,
    issued_at BIGINT NOT NULL
);
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
, suspicion TEXT, key_thumbprint TEXT, access_since BIGINT, is_in_use INTEGER NOT NULL DEFAULT 1, amr TEXT, authenticated_at BIGINT, origin TEXT, origin_session TEXT, is_proved_here INTEGER NOT NULL DEFAULT 1);
INSERT INTO sessions VALUES('43531e11-3254-4ba4-a692-64e4ab0fae59','baae0b91-227c-457f-9d37-001a0b2878ba',1,NULL,NULL,'127.0.0.1',1767603600000,1767603600000,1,NULL,NULL,NULL,NULL,1767603601000,1,'pwd',1767603600000,NULL,NULL,1);
INSERT INTO sessions VALUES('3dedc41a-b242-43f3-b0b6-67eafae64877','baae0b91-227c-457f-9d37-001a0b2878ba',1,'desk',NULL,'127.0.0.1',1767603600000,1767603600000,0,NULL,NULL,NULL,NULL,NULL,1,'pwd',1767603600000,NULL,NULL,1);
INSERT INTO sessions VALUES('f266f27a-7bfa-4a02-b742-34e331d4eb11','baae0b91-227c-457f-9d37-001a0b2878ba',1,'desk',NULL,'127.0.0.1',1767603600000,1767603600000,0,NULL,NULL,NULL,NULL,NULL,1,'hwk,user',1767603600000,'c860f8f4-61aa-4d90-8c9f-331618d9010c',NULL,1);
INSERT INTO sessions VALUES('0c238eb1-00b4-421b-b9b5-b5292f0e7695','a80ee612-3c5c-4f9b-ad79-324b2c96445f',0,NULL,NULL,'127.0.0.1',1767603660000,1767603660000,0,NULL,NULL,NULL,NULL,NULL,1,'pwd',1767603660000,NULL,NULL,1);
INSERT INTO sessions VALUES('18b3f67c-358e-42d2-88e5-e51392c27682','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',1,NULL,NULL,'127.0.0.1',1767603660000,1767603660000,0,NULL,NULL,NULL,NULL,NULL,1,'otp,pwd',1767603660000,NULL,NULL,1);
INSERT INTO sessions VALUES('554cf982-5d51-4c94-a333-482537803b39','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',1,NULL,NULL,'127.0.0.1',1767603660000,1767603660000,0,NULL,NULL,NULL,NULL,NULL,1,'otp,pwd',1767603660000,NULL,NULL,1);
INSERT INTO sessions VALUES('8a6cccbf-f1b6-45c9-b9ce-c78891b36aca','bc94a67b-ed8e-48ff-b026-6056052c8d9b',1,NULL,NULL,'127.0.0.1',1767603660000,1767603660000,0,NULL,NULL,NULL,NULL,NULL,1,'pwd',1767603660000,NULL,NULL,1);
INSERT INTO sessions VALUES('c9fb5bc9-5cf0-4cdd-a50a-ebd785b6c96f','d1f429d9-e54d-4e83-9fe9-bd69ba802492',0,NULL,NULL,'127.0.0.1',1767603720000,1767603720000,0,NULL,NULL,NULL,NULL,NULL,1,'pwd',1767603720000,NULL,NULL,1);
INSERT INTO sessions VALUES('02b2ada8-9719-4935-9c89-4f6448efef69','bc94a67b-ed8e-48ff-b026-6056052c8d9b',1,'desk',NULL,'127.0.0.1',1767603720000,1767603720000,0,NULL,NULL,NULL,NULL,NULL,1,'pwd',1767603720000,NULL,NULL,1);
INSERT INTO sessions VALUES('a92b6c56-b5d6-4e23-a86b-b330f776d8ee','bc94a67b-ed8e-48ff-b026-6056052c8d9b',1,'train',NULL,'127.0.0.1',1767603720000,1767603720000,0,1767603720000,'logout',NULL,NULL,NULL,1,'pwd',1767603720000,NULL,NULL,1);
INSERT INTO sessions VALUES('8a4e2144-a6f2-46e5-9344-4814c0543ffe','bc94a67b-ed8e-48ff-b026-6056052c8d9b',1,'sofa',NULL,'127.0.0.1',1767603720000,1767603720000,1,NULL,NULL,NULL,NULL,NULL,1,'pwd',1767603720000,NULL,NULL,1);
INSERT INTO sessions VALUES('1fb8ac48-5775-4759-9408-40ccf453daf9','baae0b91-227c-457f-9d37-001a0b2878ba',1,'hall',NULL,'127.0.0.1',1767603720000,1767603720000,0,NULL,NULL,NULL,NULL,NULL,1,'pwd',1767603720000,NULL,NULL,0);
INSERT INTO sessions VALUES('bac9bb03-a5fd-44c1-ad41-40310a68246f','bc94a67b-ed8e-48ff-b026-6056052c8d9b',1,NULL,NULL,'127.0.0.1',1767603720000,1767603720000,0,NULL,NULL,NULL,NULL,NULL,1,'pwd',1767603720000,NULL,NULL,1);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    used_at BIGINT,
    sealed_successor BLOB,
    UNIQUE (session_id, generation)
);
INSERT INTO refresh_tokens VALUES(X'dfb91c76236abe08b433a3ef93a83ddf132fcf01357e118f574594086c5c682e','43531e11-3254-4ba4-a692-64e4ab0fae59',0,1767603600000,NULL);
INSERT INTO refresh_tokens VALUES(X'602a343027c0c3b8ff05c69b2a7939db572574b69c1a07191902bb64d049991d','43531e11-3254-4ba4-a692-64e4ab0fae59',1,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'f1600cbb55b172eacbee2a2056300350bb458749bf5c60e1069a1823f7169112','3dedc41a-b242-43f3-b0b6-67eafae64877',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'e32f814bbded8c0ad54d57124628f6841a2fb89264d40ae7c71572b2a53c6211','f266f27a-7bfa-4a02-b742-34e331d4eb11',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'4adb1c2e844478dfeb70680c67f5def0d326efbe6d7855fa6896c7100e8c58cb','0c238eb1-00b4-421b-b9b5-b5292f0e7695',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'8d7c9cc325d9f97459422f7b599ef381e8e42d69d3db3b4af93bf599e15af7a2','18b3f67c-358e-42d2-88e5-e51392c27682',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'a98de84ddaabcc94bac2dbbe23c108fe87897d38d1d96eff34e5c13e2b24784a','554cf982-5d51-4c94-a333-482537803b39',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'e3bbd59da6aa00c224d826ee0b210321cd459b8c9c0716bbde9ba9fbdbd33a68','8a6cccbf-f1b6-45c9-b9ce-c78891b36aca',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'2a5a1df9641d74ba179a06c6aa995069bad8ea5b2a04b4081be132bed201f933','c9fb5bc9-5cf0-4cdd-a50a-ebd785b6c96f',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'01f37209c6dd8fd670b8e7e8716a33248d3c3300420cdc77433c4495050cbc4c','02b2ada8-9719-4935-9c89-4f6448efef69',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'f71f1bd428ae022d99af87393b02f44acf17dbe7bcefd2b16c81e3105f3458d4','a92b6c56-b5d6-4e23-a86b-b330f776d8ee',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'c868ec696e684e9205cd99e3aa483cccace47d04f89ef2aa6b6dc8131bb61eb9','8a4e2144-a6f2-46e5-9344-4814c0543ffe',0,1767603720000,X'7d288541c5e3d25afae7aa43b33d281d3dad7261ddea825054b1583b470017dcc5996752c5b895f9ffe610719ed7f3f8a45d3097a1046a8ce971d50251a30e187027ff520d93ce');
INSERT INTO refresh_tokens VALUES(X'd7c9170c67be60c459007aef6c57d4b40288f355601ede415abb7fddd1ddbec9','8a4e2144-a6f2-46e5-9344-4814c0543ffe',1,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'3ab12dccc577a68a3d6782d7f104024e8cc8c5fefe6948d785881a2a5c75f9d7','1fb8ac48-5775-4759-9408-40ccf453daf9',0,NULL,NULL);
INSERT INTO refresh_tokens VALUES(X'1bc5df6af876150d5299ad0105a20040cafe117977c90f957e005fd5ccc2938b','bac9bb03-a5fd-44c1-ad41-40310a68246f',0,NULL,NULL);
CREATE TABLE verified_users (
    user_id TEXT PRIMARY KEY
);
INSERT INTO verified_users VALUES('baae0b91-227c-457f-9d37-001a0b2878ba');
INSERT INTO verified_users VALUES('f25a6b44-5ddc-41a9-b57d-8f30a2a85b38');
INSERT INTO verified_users VALUES('bc94a67b-ed8e-48ff-b026-6056052c8d9b');
CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY,
    sealed_private_key BLOB NOT NULL,
    created_at BIGINT NOT NULL
);
INSERT INTO signing_keys VALUES('qPeZxC1vkvJdN3ArtFrRqeeYeTmXRlMByLQ4DWi5H44',X'a7d0bdfd36272a203188d66a5c29ffbf3cad81d705d4db15028a4babbcad5685bd21a57ade8591abec62de2bee5271d64e55658531ef56107da9aa1fa524fdbee7618d6a938bdea92e1f153283d48ef63d8cdca60f0c886afd4bfcafb16658cfbb6049888edb5907d39dd3d391ce0396caef91dc3e176407647a296b05c21e3165f58f49ee89e136588e2fe483b823bf5c170ad0aa95eff80249e7580928a678729099d6429f',1767603600000);
CREATE TABLE security_events (
    id BIGINT PRIMARY KEY,
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    session_id TEXT,
    detail TEXT,
    happened_at BIGINT NOT NULL
);
INSERT INTO security_events VALUES(1,'baae0b91-227c-457f-9d37-001a0b2878ba','email_verified',NULL,NULL,1767603600000);
INSERT INTO security_events VALUES(2,'baae0b91-227c-457f-9d37-001a0b2878ba','password_changed',NULL,NULL,1767603600000);
INSERT INTO security_events VALUES(3,'baae0b91-227c-457f-9d37-001a0b2878ba','way_in_changed',NULL,'address renewed',1767603600000);
INSERT INTO security_events VALUES(4,'baae0b91-227c-457f-9d37-001a0b2878ba','way_in_changed',NULL,'passkey added',1767603600000);
INSERT INTO security_events VALUES(5,'f25a6b44-5ddc-41a9-b57d-8f30a2a85b38','email_verified',NULL,NULL,1767603660000);
INSERT INTO security_events VALUES(6,'f25a6b44-5ddc-41a9-b57d-8f30a2a85b38','way_in_changed',NULL,'second_factor added',1767603660000);
INSERT INTO security_events VALUES(7,'f25a6b44-5ddc-41a9-b57d-8f30a2a85b38','way_in_changed',NULL,'recovery_codes used',1767603660000);
INSERT INTO security_events VALUES(8,'bc94a67b-ed8e-48ff-b026-6056052c8d9b','email_verified',NULL,NULL,1767603660000);
INSERT INTO security_events VALUES(9,'bc94a67b-ed8e-48ff-b026-6056052c8d9b','session_ended','a92b6c56-b5d6-4e23-a86b-b330f776d8ee','logout',1767603720000);
CREATE TABLE security_event_counter (
    name TEXT PRIMARY KEY,
    latest BIGINT NOT NULL
);
INSERT INTO security_event_counter VALUES('security_events',9);
CREATE TABLE security_events_seen (
    user_id TEXT PRIMARY KEY,
    latest BIGINT NOT NULL
);
INSERT INTO security_events_seen VALUES('baae0b91-227c-457f-9d37-001a0b2878ba',1);
CREATE TABLE idempotent_answers (
    key BLOB NOT NULL,
    request BLOB NOT NULL,
    client BLOB NOT NULL,
    answer BLOB NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (key, request)
);
INSERT INTO idempotent_answers VALUES(X'b25a8f91e4cae71d5bca294eef40969b494236503f4a3e68f78996e6c948e2a5',X'fa1d33a3bde949e97ef43983459eb554096e9313556b92bf6c0fd5c74f4716e8',X'48a1c3e889dfa22c17a931a521314bea7861f7143162c4f5f37f20add396e506',X'2994087e9c6ba6f57aaa9bcbbe2753083fce688eeecf7bf016a6ea15f626f773ca56e577cbbf3a26f40c269e2766c6d9057998ab0065fdf4d3bb297d54c3200ce97c0fc719142203f560dab90d0fe1c118cd30bdb00783800f4129e6bceb9230b5bf07bed67a8dc95231b77591658f8b5b785b471d86f6646e3942ba62c727c71fa7f5975b142aa7fe05f86d73409feb06922f0b229418d056b75dddc5c92a94fc41518c2c8bf8e697acd67c6adb2d430ea2fe55462090310c649ebbf4301d75224cd64073020ce3f6c7b5cf60a5c19074e8ea268d29a40e0a756f4cdd5243e7077acfb7058e89bd6f16c298b74456798282f0a10d70911b1e44e4a658d36de9c94c7deb841f137787371cc399f9421ca3388a629f8b2746d46e09762dde06e0e20a26529d657cba6686c6ac847d2fadd104c5660b422217d7fdf2b32477be6ddc0f6f8dc2a179b17c9ea115a49366349223e329cf92f4dc8649c11d3f89bd881a56abbbeaaa7ecdb8b644c102833afde5b34e66ab2977989192e2c24c97cc38fd47fea54f2d8359788712e2a7ca4628416dc92eda9d25d5b2f11e66b54eacb2fcf5c6d0373db4f8ead2398161f5b1bc101215e132d08ef1b28ba4f39699ac212a09a42cd3473624f76c7604adf6f3a920cfbc7d4fccd076cafd6cc8aa80f34d22ef9a321dc622cfc0a45281ce5a9888606159939c09cb53c907651f172d267412a0139a5363f8703bd5c4bce86c1ed68eb3f20b0addfa3695207d888df2230a7427070ccb0e7b49ca61ea07d5018ad546ebd6cb3c324deef50cfe6f8e497347667a56afd6ea8d39ddb56340b213236d4dafa3bde3ad7b713e7ddca1540085fcfe2a03b2ebe8e955b0a8d02e7b08f7514d1e7dd9414fb416a6668361d48aa9fe821ed9a4377b701d30c74234074193ff951a8f67582f7da2996decc1b77ae7ff920dc9c02ea1b368d9d35a1e88b3292e0b00186a5fc3bb1820cf743001d5f0eaed367fbf766fddade38959c055580584f290a2797546931e2ac1b238d145afccf368c60946888594c3563f92be5bdc197ae977d45ba37d1fd4b635afdc029160f5d632ff0fe8a158a7ba3a407fcb70a2602614c043c74e4112166b2983dad31d638d4dd7bf88be763aa8cbfd4088992e5ed41f5405da19d01b128e756da10d84d5832d69fd5e013944085edc48820df6859de21d51967be36006a1942812971a2afb769f7a55c854e3ff60ae541a8c903155e24ef19ea8fdd7fde1f2b8a9d34f3fa4871f4eb01dd6065ce0042a8dbccc810d45e10f9bcca982a07af59dbafb7273f518b7223e8ce63952419430c50e15c33ae28eba059e7b6f543821889b600cf663d9cef0f1eb8ba4fc7bb83adde583f7a4b51ed3fa7be4d06bda1a100fc6ed53660820d00c7dd276beeeeb8e1f5b8241eeacd1f8c386fe29cd58300148057065d83a0d47d3aed417c1b322a67bca5ce6ab07565d0e45c5aa0c91f49b230d19674c6059fb15e73f862576ab718ac2e27ead3215dabed6357035ff64560b2244ad2f874ddd3674e9a85f9d8a43e61b044c90ddd957793fd585bc623569b090e4e7816b882442d3c007603e8a4a1082aa8f9b88bb2765c5ebe6c1b99a10892b0d84ca04470041753a048d08a23355a67eed8a67771e0f334e3ef869ac6f5e16e7917d50367ab768dfa6f8be8a9b30f66c07a475e02b82089b415bbbd150ada97fdde156b14abd4ea39f4e11694ee4c2fe630e988662761b970de07390fbe83f84fc6366125888ea9b119ffac78ddacb321f6cda83b6f08acbf728a76784fc993226b18566537901ae5ac8498255605067ee752d6fde96fb8f9e488747c276fd81d48b2779e8ca74021b829d8e8c806a0063c786b4b0e57ec75191966a10f9988da60c2822cd9bcfc56457ba16235328e56f805302f13e54094c95d9ceff5cf14e839605c227d3d38fde5d5398ee35fbe0f69cfa387b4bd873058447e1c66caf608bba077abc8fb065c081b24d0cad008d2b724ac8acc75db8fc39c541374ba8e8f31f7e34568e5cc85a2e7206a6aa973e4b4c4cc43f4d4f5902c7d2663f835bddf0655a8d5611de04adee8042e89034c1fa8613a45fe924503d44bc9e55d1012f5fe3c9b0ddc50e2fc9b5956692bd38',1767690120000);
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    canonical_email TEXT NOT NULL UNIQUE,
    verified_at BIGINT,
    password_hash TEXT,
    created_at BIGINT NOT NULL
, password_replacements INTEGER NOT NULL DEFAULT 0, former_canonical_email TEXT, suspended_at BIGINT, suspension_reason TEXT);
INSERT INTO accounts VALUES('baae0b91-227c-457f-9d37-001a0b2878ba','Cleo','cleo@example.net','cleo@example.net',1767603600000,'$scrypt$ln=15,r=8,p=3,k=269e4cbb$L1taA3HYNPkdP6ycm4YCRg$WTLaVgopj0gapVn61sNLKAcae8xoayK--nzCVRszXzg',1767603600000,1,NULL,NULL,NULL);
INSERT INTO accounts VALUES('a80ee612-3c5c-4f9b-ad79-324b2c96445f','Dan','dan@example.com','dan@example.com',NULL,'$scrypt$ln=15,r=8,p=3,k=269e4cbb$vbM09I8yV2cyLzP70eW5GQ$wxBiZ0t-jrJPlA_-RnQCC_rOB-GENQVknFT84RYTHX0',1767603660000,0,NULL,1767603660000,'abuse');
INSERT INTO accounts VALUES('f25a6b44-5ddc-41a9-b57d-8f30a2a85b38','Eva','eva@example.com','eva@example.com',1767603660000,'$scrypt$ln=15,r=8,p=3,k=269e4cbb$CRLvP8aLea21r9lSEkHggQ$j3rQ_acIh9-IunxsNrKyntyzps2HFHgfyqoxpCG7TOg',1767603660000,0,NULL,NULL,NULL);
INSERT INTO accounts VALUES('bc94a67b-ed8e-48ff-b026-6056052c8d9b','Ana','ana@example.com','ana@example.com',1767603660000,'$scrypt$ln=15,r=8,p=3,k=269e4cbb$xKQGVS9_CC9NK-zfHInDkA$mSrbz_l95oZDbBPuAfe2yq-_lpmKUKa_5vqYo6QmKns',1767603660000,0,NULL,NULL,NULL);
INSERT INTO accounts VALUES('d1f429d9-e54d-4e83-9fe9-bd69ba802492','Ben','ben@example.com','ben@example.com',NULL,'$scrypt$ln=15,r=8,p=3,k=269e4cbb$qE0TRrFPESaMazISjDF38g$ldU8qg_CCqLLzeuuuxXPGzYWq6pZ1lXLLYB2urboypE',1767603720000,0,NULL,NULL,NULL);
CREATE TABLE account_letters (
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT,
    happened_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, happened_at)
);
CREATE TABLE former_passwords (
    user_id TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    replaced_at BIGINT NOT NULL
);
INSERT INTO former_passwords VALUES('baae0b91-227c-457f-9d37-001a0b2878ba','$scrypt$ln=15,r=8,p=3,k=269e4cbb$bOxRgcqVWedkXlpEPyblBw$W4RvVH4dhy7oTcEPoVWsLesi4eKkuqMSE0o19gxFAFc',1767603600000);
CREATE TABLE used_challenges (
    id TEXT PRIMARY KEY,
    ends_at BIGINT NOT NULL
);
CREATE TABLE login_tickets (
    digest BLOB PRIMARY KEY,
    user_id TEXT NOT NULL,
    way TEXT NOT NULL,
    device TEXT,
    key_thumbprint TEXT,
    ends_at BIGINT NOT NULL
, origin TEXT, origin_session TEXT);
CREATE TABLE provider_links (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    provider TEXT NOT NULL,
    email TEXT,
    linked_at BIGINT NOT NULL, signed_out_at BIGINT,
    UNIQUE (issuer, subject)
);
INSERT INTO provider_links VALUES('baae0b91-227c-457f-9d37-001a0b2878ba','baae0b91-227c-457f-9d37-001a0b2878ba','https://idp.example.com','4711','acme','cleo@example.net',1767603660000,NULL);
CREATE TABLE provider_attempts (
    id BLOB PRIMARY KEY,
    provider TEXT NOT NULL,
    identity TEXT,
    expires_at BIGINT NOT NULL
);
CREATE TABLE provider_notices (
    id BLOB PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE TABLE provider_deletions (
    code TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    deleted_at BIGINT NOT NULL
);
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    credential_id BLOB NOT NULL UNIQUE,
    user_handle BLOB NOT NULL,
    public_key BLOB NOT NULL,
    counter BIGINT NOT NULL,
    can_be_backed_up INTEGER NOT NULL,
    is_backed_up INTEGER NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    used_at BIGINT,
    copy_seen_at BIGINT
);
INSERT INTO passkeys VALUES('00000000-0000-0000-0000-000000000000','00000000-0000-0000-0000-000000000000',X'0000000000000000000000000000000000000000000000000000000000000000',X'0000000000000000000000000000000000000000000000000000000000000000',X'a50102032620012158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2962258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',0,0,0,'internal','Passkey',0,NULL,NULL);
INSERT INTO passkeys VALUES('c860f8f4-61aa-4d90-8c9f-331618d9010c','baae0b91-227c-457f-9d37-001a0b2878ba',X'6502edc8417b01fc0238819bdf294bad8e44bf948c693143679ce7d6028a40db',X'5d530f3b02a7ede7ec634d5ceffdc02edf2654921ed667a9b6bcd6a69a3b8510',X'a5010203262001215820118196675385b6ac4b764306f0532557d73b6f8be789314a5a25828e1c942ee6225820aa42aa20e876e539ba23727fc41a262a5ad192f6abcbfa25facc341d111a7c25',2,0,0,'internal','Telephone',1767603600000,1767603600000,NULL);
CREATE TABLE passkey_challenges (
    id BLOB PRIMARY KEY,
    ends_at BIGINT NOT NULL
);
INSERT INTO passkey_challenges VALUES(X'605d61db92085df608031421690b0b3f4c9774debefa2bad2bf2f48f59e6e073',1767603900);
INSERT INTO passkey_challenges VALUES(X'a8cd5573406b977cb02b9c52e49a8625e806ef2e733e7706e4aea9ecfb19fd31',1767603900);
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
INSERT INTO mailed_proofs VALUES('account-verification','baae0b91-227c-457f-9d37-001a0b2878ba','cleo@example.com',X'aef45567f717bc5005c8cf50ebaad8a55b5aeab1d82d24050c9b863d239dfa69',X'79dbf4ca69409da1b2aaf6cc35382981251bcdf8f6ca9605bbef4b2b7c059e68',1767603600000,1,1);
INSERT INTO mailed_proofs VALUES('address-change','baae0b91-227c-457f-9d37-001a0b2878ba','cleo@example.org',X'a57f2932be94514c4f5bb27df50982b843ee8edd337b829f252b3df1d2cbbe20',X'c91d61035a5d1837e73bb0a76365fee7a6b9c160baaa52530499ac8b0aa2069c',1767603660000,0,0);
INSERT INTO mailed_proofs VALUES('account-verification','a80ee612-3c5c-4f9b-ad79-324b2c96445f','dan@example.com',X'6a6f49da4398e3c19ff84fca3bf295a9590afbd1d74716f237ff9833308b294d',X'7e9d7048e3a6827120671a26e8c02758e5045405a1254a81203925c863b843f5',1767603660000,0,0);
INSERT INTO mailed_proofs VALUES('account-verification','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38','eva@example.com',X'09c6f3742f44c0d7ed25414c51e590566e16108797d4626576148933911e482e',X'266fcd17263476677ddafe9214cd15d62b824c8bb50793c074deb4389fc1e807',1767603660000,1,1);
INSERT INTO mailed_proofs VALUES('account-verification','bc94a67b-ed8e-48ff-b026-6056052c8d9b','ana@example.com',X'ff6038c98c3df75ac1e04c542190f75c6b11821b9df3c728f4d17c5bb2db3282',X'743635dda1bbadfa95108ee7f9efdbd672c67e279f1c1a539fd9283303f29d7a',1767603660000,1,1);
INSERT INTO mailed_proofs VALUES('account-verification','d1f429d9-e54d-4e83-9fe9-bd69ba802492','ben@example.com',X'86c993c14af4e649e77bf1366cd3d3a5107c755080a7483464b68b6e43429533',X'a14667e0dfa2a05bdf108926f9d732a149c1a1eb725bec7d5072816c897efa07',1767603720000,0,0);
CREATE TABLE mailed_messages (
    email TEXT NOT NULL,
    kind TEXT NOT NULL,
    sent_at BIGINT NOT NULL
, asker TEXT);
INSERT INTO mailed_messages VALUES('cleo@example.com','account-verification',1767603600000,NULL);
INSERT INTO mailed_messages VALUES('cleo@example.net','address-change',1767603600000,'baae0b91-227c-457f-9d37-001a0b2878ba');
INSERT INTO mailed_messages VALUES('cleo@example.org','address-change',1767603660000,'baae0b91-227c-457f-9d37-001a0b2878ba');
INSERT INTO mailed_messages VALUES('dan@example.com','account-verification',1767603660000,NULL);
INSERT INTO mailed_messages VALUES('eva@example.com','account-verification',1767603660000,NULL);
INSERT INTO mailed_messages VALUES('ana@example.com','account-verification',1767603660000,NULL);
INSERT INTO mailed_messages VALUES('ben@example.com','account-verification',1767603720000,NULL);
CREATE TABLE address_changes (
    link_digest BLOB PRIMARY KEY,
    user_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    email TEXT NOT NULL,
    canonical_email TEXT NOT NULL,
    former_canonical_email TEXT,
    changed_at BIGINT NOT NULL,
    is_over INTEGER NOT NULL
);
INSERT INTO address_changes VALUES(X'a3a980c77d9384090d60526d3c3affef148dd775b49e30ddf39324133dd78f81','baae0b91-227c-457f-9d37-001a0b2878ba',1,'cleo@example.com','cleo@example.com',NULL,1767603600000,0);
CREATE TABLE authenticators (
    user_id TEXT PRIMARY KEY,
    sealed_secret BLOB NOT NULL,
    made_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    latest_step BIGINT NOT NULL
);
INSERT INTO authenticators VALUES('f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',X'722fba05f7f0a26140c55975f39d9683fa189ca9fba8a22a82b680d8974cc37d72b21eead8547658c0ed4be5c56f42f1',1767603660000,1767603660000,58920122);
CREATE TABLE recovery_codes (
    digest BLOB PRIMARY KEY,
    user_id TEXT NOT NULL,
    used_at BIGINT
);
INSERT INTO recovery_codes VALUES(X'f082f59cff9378bbd76d5b5155d6e28d40713e90ba5ab434e91473e6bb3b3920','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',1767603660000);
INSERT INTO recovery_codes VALUES(X'3e14774657ce30ede11381de6d297cd52342919368df8ff600736fa1ad44f15f','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
INSERT INTO recovery_codes VALUES(X'435d0576fb79018cd72bb311512bdfdf434c854e3baec12751920d0f405f8150','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
INSERT INTO recovery_codes VALUES(X'181bbfdc289d8034e29d74cff4f7477c7cbaebc0b1c1550b61bccb467f212a47','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
INSERT INTO recovery_codes VALUES(X'ca7eb212df76abb597267f778b1cb92ec7f30e31e3ce741ec12ada7c31f781bb','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
INSERT INTO recovery_codes VALUES(X'95d5dbb02e508042be4f3019e1f23451e263d639b8d80295e682ea0cb7dfed6a','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
INSERT INTO recovery_codes VALUES(X'72b5505c7405ed0f1b3203344fecd9cfd7435f5d14306f31aada9a4a6e14ef99','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
INSERT INTO recovery_codes VALUES(X'a2bb6d7132ae894716f065e9a1ce3ac07cd6ddd0eba6869f14f92c504143f65a','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
INSERT INTO recovery_codes VALUES(X'9501568a2445197fe7713edff94928f2fc00881a4257726366a7fd3f55561b30','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
INSERT INTO recovery_codes VALUES(X'6fb05aca56df8cb97b805720e5a1217550390998ac3f5350afeb380dda4609aa','f25a6b44-5ddc-41a9-b57d-8f30a2a85b38',NULL);
CREATE TABLE factor_losses (
    user_id TEXT PRIMARY KEY,
    ends_at BIGINT NOT NULL,
    remind_at BIGINT
);
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
, hidden_at BIGINT, width BIGINT, request TEXT, height BIGINT, tint BIGINT);
INSERT INTO images VALUES(1,'feb1abf6-d66e-4d04-a742-ca0a7b76bf96','bc94a67b-ed8e-48ff-b026-6056052c8d9b',NULL,NULL,'public','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603720000,NULL,1600,NULL,1200,3368601);
INSERT INTO images VALUES(2,'b3d1dc13-3d5c-41b5-959e-4041c7c6a3c8','bc94a67b-ed8e-48ff-b026-6056052c8d9b','For members','Harbour','members','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603720000,NULL,1600,NULL,1200,3368601);
INSERT INTO images VALUES(3,'8aa49536-8a35-46f2-93ef-d8160862a075','bc94a67b-ed8e-48ff-b026-6056052c8d9b','A quay','Harbour','public','image/png','497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',70,1767603720000,NULL,1600,NULL,1200,3368601);
CREATE TABLE image_sizes (
    image_id TEXT NOT NULL,
    width BIGINT NOT NULL,
    media_type TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (image_id, width)
);
INSERT INTO image_sizes VALUES('feb1abf6-d66e-4d04-a742-ca0a7b76bf96',1280,'image/jpeg','b16a3410cee1565f549428e5f213216172a8ee2d3689f43116990f7244b1187c');
INSERT INTO image_sizes VALUES('feb1abf6-d66e-4d04-a742-ca0a7b76bf96',640,'image/jpeg','107d09899a2d5d77952f0ee15bec6f0f5c9d7d4285682afeb68110d9fa7419de');
INSERT INTO image_sizes VALUES('feb1abf6-d66e-4d04-a742-ca0a7b76bf96',320,'image/jpeg','8289be9507c156eab82850608196462e72ec3f1feb1bbfd3658427420331030d');
INSERT INTO image_sizes VALUES('b3d1dc13-3d5c-41b5-959e-4041c7c6a3c8',1280,'image/jpeg','b16a3410cee1565f549428e5f213216172a8ee2d3689f43116990f7244b1187c');
INSERT INTO image_sizes VALUES('b3d1dc13-3d5c-41b5-959e-4041c7c6a3c8',640,'image/jpeg','107d09899a2d5d77952f0ee15bec6f0f5c9d7d4285682afeb68110d9fa7419de');
INSERT INTO image_sizes VALUES('b3d1dc13-3d5c-41b5-959e-4041c7c6a3c8',320,'image/jpeg','8289be9507c156eab82850608196462e72ec3f1feb1bbfd3658427420331030d');
INSERT INTO image_sizes VALUES('8aa49536-8a35-46f2-93ef-d8160862a075',1280,'image/jpeg','b16a3410cee1565f549428e5f213216172a8ee2d3689f43116990f7244b1187c');
INSERT INTO image_sizes VALUES('8aa49536-8a35-46f2-93ef-d8160862a075',640,'image/jpeg','107d09899a2d5d77952f0ee15bec6f0f5c9d7d4285682afeb68110d9fa7419de');
INSERT INTO image_sizes VALUES('8aa49536-8a35-46f2-93ef-d8160862a075',320,'image/jpeg','8289be9507c156eab82850608196462e72ec3f1feb1bbfd3658427420331030d');
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
INSERT INTO comments VALUES(1,'5f64f41c-35d8-4e09-b575-9a0a11c2d551','8aa49536-8a35-46f2-93ef-d8160862a075','bc94a67b-ed8e-48ff-b026-6056052c8d9b',replace('What a light!\n¡Qué luz!','\n',char(10)),1767603720000);
INSERT INTO comments VALUES(2,'d9089402-3228-4d39-891b-32342e3c3b2f','8aa49536-8a35-46f2-93ef-d8160862a075','d94c6a7c-44d6-45a5-a48b-9ef545525544','Old, and still here.',1767603720000);
CREATE TABLE deleted_comments (
    position BIGINT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    image_id TEXT NOT NULL
);
CREATE TABLE browsers (
    id BLOB PRIMARY KEY,
    sealed BLOB NOT NULL,
    seen_at BIGINT NOT NULL
);
INSERT INTO browsers VALUES(X'2bb72c8f69b74663f4fb519fef90786e',X'33c9bc06a6cfef49e7ce55ac195734517fcb65f9689aefee1bfc0e5dccd8a0e60bfd02260668990657e628384752508c2005697d8d320fed51c03777b6e457a4a1de45920dcf58dccaac2df7ae882225df4f2bf9c07a94f3713e39d513462614588ac4088c35a8cf2df5474f50af96ca951336101d348c94c3b996add1e5c6f1d0af467451f8f865c1cc7bac15f508847b5e2a50a5f970ff60a6a350a09804809c26f3f063b9c696287a072a901c686f2576d98622308811fdc5b1ed709cf30bbe78596719f96ea938c30c75faed4fb0b1fcb707477fe123aa32050911484ce850d83a862362f5eaf8e84a00368c8b02d1a02e3dbdc28f6f495283d63bb8cabc7e30dfec2cc053f86448fa62900f5c69c312ee2aa5380fc3bc36cc87fb6f67ca3c1f41cf28025955b54731bb9cca7158186c77300eeb34d3324fc211230fb44c0198fd31d934ff098bb37cea4624a970d41de6d7d6c9af5837bc8059a1001980cd6c8d0740ca2db83c64314285048f0ed63f442ef4668e72d43f092342dbfa4c7e6501cfa700a6023e719a45e613c92427f00296393082245c793eb21add84efd3619497cf64af7670445d667d3329df1a0662fcb1ba170478e74e3af7005b77ef2574ad647ddbb0df314ef9519d9573b4a8a8e6d2aacf2ba009beb7ecbc0a60f6f02135d9d64835a2a0aa8cff6746e173ce72f0d110cd2da615fea938484f0965ab96efacb203091daba9fc54437210cc37b3b1dd33ef3db230442a84290cc8224f7535f0ab6ee6bb553f0c2d5fbe526f8adbf2721650660d84d8ebaf9987310000aeb741470f6614ec515907da5b99dc5180c7087f66b6ac7a1f315ba3759435d95ea788204c28fb54117757eb3494774576d02fc4dbc55f47ff451103a30d0c4d85f0c6178190db2d57ee1898908aecec166885b21817f49bd140553fabf07cd055336be18f162f3a1060ac8c294d3c254ac6c7947c196f9e028f7786b6efb9e243b8ff8d0f93c14606131d887053be30510b628ccac59db9e24ed9b62c70f412f3f7cbceba4f59a0692e157b5e0e52e2e84c151daa2f509e06725f83486e182619fc0d30d96d9ad546146116334275db49b7f39a654ac80ee56cebdb056304387ea559d2a3c71baa9cbe86d4c1b4845bbe6da460a48e413d4e014b7580a83d5a485d305159fcf0237805345d05a34b7f1e43a991a69bfbd7169567622129eb4a112715a1d65548e702639457c6f1800fa5030b1f3af236a02508395843dd3f32a4c962fef2a3440af0af5fa27ce5d9d9c7b46f5488a42a7e6167c615a9a41a2b0e338bfb68b419e74498bb7d1fd8792ef6b98244af7ac685c604e49cab5b83cc4b2466f5f0f071da7c9a8a7dbe66655c89e6b35e55e8b5f73b982ba8e051706c1520f6d80bb11cba37a27db5a393d0906447bdeeb7f7c467c02f3789712d2d8d403a63011ecb7fb1055421e831693f0d9883090e36cc7843e4777fce5748bbc1656f2031ddec8ed1c9000f537fef431bbb2d7243f7813c7d214d0ec9d5b6c3afa227ad4b1b5c4f04d2a9cea4ef04818b59e5ea1a8db097ef7e53ad1d1711a7031c0b747500cdfe3c3707355d8678f4df91e743463ba467a148ee6519d804e4330c10637e17a8f35c9ddf123a2b2978ea16bac26681f4de051a92dd9734e2c6eb9647b402234f98b9a38e4f7f6ad08570334da03b46d3e514933bd9cf55e734c4cd42a942a0a8d4a8293a61039460fa86d1',1767603720000);
CREATE TABLE browser_drafts (
    id BLOB PRIMARY KEY,
    sealed BLOB NOT NULL,
    kept_at BIGINT NOT NULL
, browser BLOB, owner BLOB, keeper BLOB, is_persons INTEGER NOT NULL DEFAULT 0, room INTEGER NOT NULL DEFAULT 0);
INSERT INTO browser_drafts VALUES(X'ec175713d88b9740d6e5dd3e1ff2990b',X'346156876a8e8712dce771100242858cf5e94b555736aeaf442e6248eaf4e363b10b572b354569f8dda737d243eeb7e30a8cf5546fcfc30203cff97171724b448e134877999f1b12c4ec00990dac862159d83c94e871df96b5b7f3ce6402501f1ea599c6dc08b9306500734fd7cbe47080d4c6a6cdb0578e2f79989e619f9164ed2fe749',1767603720000,X'ec175713d88b9740d6e5dd3e1ff2990b',X'3f02e54b1c600eadcd409f35eb213f89',X'dacc86f7cd1f3c87e5ba1e79eb326060',0,1024);
CREATE TABLE browser_login_codes (
    digest BLOB PRIMARY KEY,
    user_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    challenge TEXT NOT NULL,
    port INTEGER NOT NULL,
    key_thumbprint TEXT NOT NULL,
    device TEXT,
    ends_at BIGINT NOT NULL,
    begun_session_id TEXT
);
CREATE TABLE device_logins (
    digest BLOB PRIMARY KEY,
    code_digest BLOB NOT NULL UNIQUE,
    key_thumbprint TEXT NOT NULL,
    device TEXT,
    address TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    pause INTEGER NOT NULL,
    asked_at BIGINT,
    is_refused INTEGER NOT NULL,
    user_id TEXT,
    session_id TEXT,
    begun_session_id TEXT
, network TEXT);
INSERT INTO device_logins VALUES(X'0917a220711b6faad64c6da8d082ad78d2fa800b050e9c705002a95d6e3b8b46',X'474f49a23e2dd1235c125eccbad29d88682c6ec29120e6bd4d623e6b1d77c174','ehD_MFcbDITyk9ryPMUm5VxRxYhmpbblUdO_b01hVtE','hall','127.0.0.1',1767603660000,1767604260000,5,NULL,0,NULL,NULL,NULL,'127.0.0.0/24');
CREATE INDEX rate_limits_touched_at ON rate_limits (touched_at);
CREATE INDEX sessions_user ON sessions (user_id, ended_at);
CREATE INDEX sessions_ended ON sessions (ended_at, last_seen_at);
CREATE INDEX security_events_user ON security_events (user_id, id);
CREATE INDEX security_events_age ON security_events (happened_at);
CREATE INDEX sessions_key ON sessions (key_thumbprint);
CREATE INDEX sessions_origin ON sessions (origin) WHERE origin IS NOT NULL;
CREATE INDEX sessions_origin_session ON sessions (origin_session) WHERE origin_session IS NOT NULL;
CREATE INDEX idempotent_answers_client ON idempotent_answers (client, expires_at);
CREATE INDEX idempotent_answers_expiry ON idempotent_answers (expires_at);
CREATE UNIQUE INDEX accounts_former_canonical_email ON accounts (former_canonical_email);
CREATE INDEX accounts_created ON accounts (created_at, id);
CREATE INDEX accounts_suspended ON accounts (created_at, id) WHERE suspended_at IS NOT NULL;
CREATE INDEX accounts_unverified ON accounts (created_at, id) WHERE verified_at IS NULL;
CREATE INDEX former_passwords_user ON former_passwords (user_id, replaced_at);
CREATE INDEX former_passwords_replaced_at ON former_passwords (replaced_at);
CREATE INDEX used_challenges_ends_at ON used_challenges (ends_at);
CREATE INDEX login_tickets_user ON login_tickets (user_id);
CREATE INDEX login_tickets_ends_at ON login_tickets (ends_at);
CREATE INDEX provider_links_user_id ON provider_links (user_id);
CREATE INDEX provider_attempts_expires_at ON provider_attempts (expires_at);
CREATE INDEX provider_notices_expires_at ON provider_notices (expires_at);
CREATE INDEX passkeys_user_id ON passkeys (user_id);
CREATE INDEX passkey_challenges_ends_at ON passkey_challenges (ends_at);
CREATE UNIQUE INDEX mailed_proofs_link ON mailed_proofs (link_digest);
CREATE INDEX mailed_messages_email ON mailed_messages (email, kind, sent_at);
CREATE INDEX mailed_messages_sent_at ON mailed_messages (sent_at);
CREATE UNIQUE INDEX address_changes_user ON address_changes (user_id, position);
CREATE INDEX address_changes_canonical ON address_changes (canonical_email);
CREATE INDEX address_changes_changed_at ON address_changes (changed_at);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id);
CREATE INDEX factor_losses_ends_at ON factor_losses (ends_at);
CREATE INDEX factor_losses_remind_at ON factor_losses (remind_at);
CREATE INDEX images_public ON images (position) WHERE visibility = 'public';
CREATE INDEX images_digest ON images (digest);
CREATE INDEX image_sizes_digest ON image_sizes (digest);
CREATE INDEX images_unread ON images (position) WHERE height IS NULL;
CREATE INDEX comments_image ON comments (image_id, position);
CREATE INDEX deleted_comments_image ON deleted_comments (image_id);
CREATE INDEX browsers_seen_at ON browsers (seen_at);
CREATE INDEX browser_drafts_kept_at ON browser_drafts (kept_at);
CREATE INDEX browser_drafts_browser ON browser_drafts (browser);
CREATE INDEX browser_drafts_keeper ON browser_drafts (keeper, room);
CREATE INDEX browser_drafts_room ON browser_drafts (is_persons, room);
CREATE INDEX browser_login_codes_ends_at ON browser_login_codes (ends_at);
CREATE INDEX device_logins_ends_at ON device_logins (ends_at);
CREATE INDEX device_logins_network ON device_logins (network);
COMMIT;
