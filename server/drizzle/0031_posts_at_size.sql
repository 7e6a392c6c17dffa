-- Where there are millions of posts they can be made before, one by one and without holding up writes: CREATE INDEX CONCURRENTLY with the same names.
CREATE INDEX IF NOT EXISTS "post_repeats_company_id_index" ON "post_repeats" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_posts_waiting" ON "scheduled_posts" USING btree ("scheduled_time") WHERE delivery = 'waiting';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_posts_failed" ON "scheduled_posts" USING btree ("updated_at") WHERE status = 'failed' and delivery <> 'cancelled';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_posts_of_company" ON "scheduled_posts" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "content_ideas_company_id_index" ON "content_ideas" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "custom_modes_company_id_index" ON "custom_modes" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "projects_company_id_index" ON "projects" USING btree ("company_id");