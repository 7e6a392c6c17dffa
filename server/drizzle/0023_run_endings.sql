ALTER TABLE "projects" ADD COLUMN "slides_wanted" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "run_ending" text;