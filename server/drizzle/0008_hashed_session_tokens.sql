-- The hash of a session's token takes its place; whoever is signed in stays so. The form is that of server/src/auth/session-token.ts.
UPDATE "sessions" SET "token" = 'sha256.' || encode(sha256(convert_to("token", 'UTF8')), 'hex') WHERE "token" NOT LIKE 'sha256.%';
