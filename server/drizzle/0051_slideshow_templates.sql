CREATE TABLE "slideshow_batch_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"company_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"project_id" uuid,
	"message" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slideshow_batch_rows_batch_id_line_unique" UNIQUE("batch_id","line")
);
--> statement-breakpoint
CREATE TABLE "slideshow_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"request_id" uuid NOT NULL,
	"request_digest" text NOT NULL,
	"title" text NOT NULL,
	"uses_template" boolean NOT NULL,
	"template_id" uuid,
	"content_type" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slideshow_batches_user_id_request_id_unique" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "slideshow_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"company_id" uuid,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"slides" jsonb NOT NULL,
	"slots" jsonb NOT NULL,
	"room" integer GENERATED ALWAYS AS (octet_length(slides::text) + octet_length(slots::text)) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "variant_group" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "translated_version" integer;--> statement-breakpoint
ALTER TABLE "slideshow_batch_rows" ADD CONSTRAINT "slideshow_batch_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_batch_rows" ADD CONSTRAINT "slideshow_batch_rows_batch_id_slideshow_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."slideshow_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_batch_rows" ADD CONSTRAINT "slideshow_batch_rows_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_batch_rows" ADD CONSTRAINT "slideshow_batch_rows_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_batches" ADD CONSTRAINT "slideshow_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_batches" ADD CONSTRAINT "slideshow_batches_template_id_slideshow_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."slideshow_templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_templates" ADD CONSTRAINT "slideshow_templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_templates" ADD CONSTRAINT "slideshow_templates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slideshow_batch_rows_user_id_index" ON "slideshow_batch_rows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "slideshow_batch_rows_company_id_index" ON "slideshow_batch_rows" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "slideshow_batch_rows_project_id_index" ON "slideshow_batch_rows" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "slideshow_batches_user_id_created_at_index" ON "slideshow_batches" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "slideshow_batches_template_id_index" ON "slideshow_batches" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "slideshow_templates_user_id_created_at_index" ON "slideshow_templates" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "slideshow_templates_company_id_index" ON "slideshow_templates" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "projects_variants" ON "projects" USING btree ("variant_group") WHERE variant_group is not null;--> statement-breakpoint
select app_secure_table(name) from unnest(array['slideshow_templates', 'slideshow_batches', 'slideshow_batch_rows']) as name;
--> statement-breakpoint
create trigger count_room_of_new after insert on slideshow_templates referencing new table as after_rows for each statement execute function app_count_room();
--> statement-breakpoint
create trigger count_room_of_changed after update on slideshow_templates referencing old table as before_rows new table as after_rows for each statement execute function app_count_room();
--> statement-breakpoint
create trigger count_room_of_gone after delete on slideshow_templates referencing old table as before_rows for each statement execute function app_count_room();
