-- Earlier versions could take another post's id: the first post keeps it.
UPDATE "scheduled_posts" p SET "remote_id" = null WHERE p."remote_id" IS NOT NULL AND EXISTS (
  SELECT FROM "scheduled_posts" o WHERE o."platform" = p."platform" AND o."account_id" = p."account_id" AND o."remote_id" = p."remote_id"
    AND (o."created_at", o."id") < (p."created_at", p."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_posts_one_remote" ON "scheduled_posts" USING btree ("platform","account_id","remote_id") WHERE remote_id is not null;