CREATE TABLE "ai_photo_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"prompt" text NOT NULL,
	"wanted" integer NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"paths" text[] DEFAULT '{}' NOT NULL,
	"problem" text,
	"alive_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "made_by_ai" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_photo_jobs" ADD CONSTRAINT "ai_photo_jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_photo_jobs_user_id_created_at_index" ON "ai_photo_jobs" USING btree ("user_id","created_at");
--> statement-breakpoint
select app_secure_table('ai_photo_jobs');
