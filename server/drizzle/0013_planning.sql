CREATE TABLE "calendar_links" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_links_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "post_repeats" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"rule" text NOT NULL,
	"zone" text NOT NULL,
	"first_wall" text NOT NULL,
	"project_id" uuid,
	"project_version" integer,
	"company_id" uuid,
	"kind" text DEFAULT 'slides' NOT NULL,
	"uses_latest" boolean DEFAULT false NOT NULL,
	"snapshot" jsonb NOT NULL,
	"film" jsonb,
	"targets" jsonb NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"request_id" uuid NOT NULL,
	"made_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posting_slots" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"weekday" smallint NOT NULL,
	"time" text NOT NULL,
	"zone" text NOT NULL,
	CONSTRAINT "posting_slots_user_id_platform_account_id_weekday_time_pk" PRIMARY KEY("user_id","platform","account_id","weekday","time")
);
--> statement-breakpoint
ALTER TABLE "calendar_links" ADD CONSTRAINT "calendar_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_repeats" ADD CONSTRAINT "post_repeats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_repeats" ADD CONSTRAINT "post_repeats_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_repeats" ADD CONSTRAINT "post_repeats_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posting_slots" ADD CONSTRAINT "posting_slots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_repeats_user_id_index" ON "post_repeats" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "post_repeats_project_id_index" ON "post_repeats" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "post_repeats_one_request" ON "post_repeats" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE INDEX "post_repeats_going" ON "post_repeats" USING btree ("made_until") WHERE ended_at is null;--> statement-breakpoint
select app_secure_table(name) from unnest(array['posting_slots', 'post_repeats', 'calendar_links']) as name;
