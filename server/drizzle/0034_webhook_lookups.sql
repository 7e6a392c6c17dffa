ALTER TABLE "social_accounts" ADD COLUMN "authorized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
-- Where there are millions of posts they can be made before, one by one and without holding up writes: CREATE INDEX CONCURRENTLY with the same names.
CREATE INDEX IF NOT EXISTS "publish_attempts_remote_id_index" ON "publish_attempts" USING btree ("remote_id") WHERE remote_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_posts_platform_account_id_index" ON "scheduled_posts" USING btree ("platform","account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "social_accounts_platform_account_id_index" ON "social_accounts" USING btree ("platform","account_id");