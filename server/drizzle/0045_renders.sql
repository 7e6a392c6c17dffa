CREATE TABLE "renders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"project_id" uuid,
	"company_id" uuid,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"format" text NOT NULL,
	"slides" jsonb,
	"video" jsonb,
	"status" text DEFAULT 'waiting' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempt_id" uuid,
	"lease_until" timestamp with time zone,
	"failure" jsonb,
	"path" text,
	"bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"expires_at" timestamp with time zone DEFAULT now() + interval '1 day' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renders_user_id_index" ON "renders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "renders_project_id_index" ON "renders" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "renders_expires_at_index" ON "renders" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "renders_created_at_index" ON "renders" USING btree ("created_at") WHERE status in ('waiting', 'running');--> statement-breakpoint
select app_secure_table('renders');
