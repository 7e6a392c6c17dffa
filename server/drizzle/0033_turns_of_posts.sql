-- Where there are millions of posts it can be made before, without holding up writes: CREATE INDEX CONCURRENTLY with the same name. The release before
-- finds its way by it as well.
CREATE INDEX IF NOT EXISTS "scheduled_posts_turn" ON "scheduled_posts" USING btree ("platform","next_at","id") WHERE next_at is not null;--> statement-breakpoint
DROP INDEX "scheduled_posts_due";
