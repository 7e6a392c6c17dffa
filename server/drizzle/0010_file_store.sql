CREATE TABLE "instance" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"turns" uuid[] DEFAULT '{}' NOT NULL,
	"large_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leftover_files" (
	"key" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"remove_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"allowed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instance" ADD CONSTRAINT "instance_one" CHECK ("one");--> statement-breakpoint
-- Made once for this database. Copies of it, restored elsewhere, are the same instance.
INSERT INTO "instance" DEFAULT VALUES;
