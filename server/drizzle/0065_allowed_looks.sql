ALTER TABLE "companies" ADD COLUMN "allowed_looks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_slots" ADD COLUMN "look" text;--> statement-breakpoint
ALTER TABLE "slideshow_batches" ADD COLUMN "look" text;