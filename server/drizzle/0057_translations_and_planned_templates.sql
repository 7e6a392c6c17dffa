ALTER TABLE "content_plans" ADD COLUMN "template_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_slots" ADD COLUMN "template_id" uuid;--> statement-breakpoint
ALTER TABLE "slideshow_batch_rows" ADD COLUMN "replaces" jsonb;--> statement-breakpoint
ALTER TABLE "slideshow_batches" ADD COLUMN "source_project_id" uuid;--> statement-breakpoint
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_template_id_slideshow_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."slideshow_templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slideshow_batches" ADD CONSTRAINT "slideshow_batches_source_project_id_projects_id_fk" FOREIGN KEY ("source_project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_slots_template_id_index" ON "plan_slots" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "slideshow_batches_source_project_id_index" ON "slideshow_batches" USING btree ("source_project_id");