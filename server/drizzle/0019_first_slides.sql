ALTER TABLE "demo_usage" ADD COLUMN "trial_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demos" ADD COLUMN "is_trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "scheduled_posts_sent" ON "scheduled_posts" USING btree ("platform","next_at") WHERE next_at is not null and delivery in ('sending', 'uncertain', 'accepted');