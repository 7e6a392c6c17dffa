ALTER TABLE "processes" ADD COLUMN "seals_with" text;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "opens_with" text[];