CREATE TABLE "content_plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"company_id" uuid NOT NULL,
	"goals" text NOT NULL,
	"topics" text NOT NULL,
	"uses_ideas" boolean NOT NULL,
	"feed_url" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"content_types" jsonb NOT NULL,
	"languages" jsonb NOT NULL,
	"uses_blog_photos" boolean NOT NULL,
	"weeks" integer NOT NULL,
	"weekly_tokens" integer NOT NULL,
	"state" text DEFAULT 'off' NOT NULL,
	"reason" text,
	"ideas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rejected_hooks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"refills" integer DEFAULT 0 NOT NULL,
	"reviewed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_plans_company_id_unique" UNIQUE("company_id")
);
--> statement-breakpoint
CREATE TABLE "plan_slots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"day" text NOT NULL,
	"ordinal" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"posts" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"content_type" text NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"hook" text DEFAULT '' NOT NULL,
	"context" text DEFAULT '' NOT NULL,
	"project_id" uuid,
	"tokens" integer DEFAULT 0 NOT NULL,
	"reserved_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_slots_plan_id_day_ordinal_unique" UNIQUE("plan_id","day","ordinal")
);
--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_plan_id_content_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."content_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_plans_user_id_index" ON "content_plans" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "content_plans_running" ON "content_plans" USING btree ("id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "plan_slots_user_id_index" ON "plan_slots" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_slots_plan_id_at_id_index" ON "plan_slots" USING btree ("plan_id","at","id");--> statement-breakpoint
CREATE INDEX "plan_slots_project_id_index" ON "plan_slots" USING btree ("project_id");--> statement-breakpoint
select app_secure_table(name) from unnest(array['content_plans', 'plan_slots']) as name;
