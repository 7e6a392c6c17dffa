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
ALTER TABLE "slideshow_templates" ADD CONSTRAINT "slideshow_templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_templates" ADD CONSTRAINT "slideshow_templates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slideshow_templates_user_id_created_at_index" ON "slideshow_templates" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "slideshow_templates_company_id_index" ON "slideshow_templates" USING btree ("company_id");--> statement-breakpoint
select app_secure_table('slideshow_templates');
--> statement-breakpoint
create trigger count_room_of_new after insert on slideshow_templates referencing new table as after_rows for each statement execute function app_count_room();
--> statement-breakpoint
create trigger count_room_of_changed after update on slideshow_templates referencing old table as before_rows new table as after_rows for each statement execute function app_count_room();
--> statement-breakpoint
create trigger count_room_of_gone after delete on slideshow_templates referencing old table as before_rows for each statement execute function app_count_room();
