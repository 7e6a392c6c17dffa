ALTER TABLE "scheduled_posts" ADD COLUMN "media_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "media_retry_at" timestamp with time zone;