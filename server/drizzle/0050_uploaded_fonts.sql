CREATE TABLE "fonts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"company_id" uuid,
	"name" text NOT NULL,
	"file_path" text NOT NULL,
	"styles" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fonts" ADD CONSTRAINT "fonts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fonts" ADD CONSTRAINT "fonts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fonts" ADD CONSTRAINT "fonts_file_path_files_path_fk" FOREIGN KEY ("file_path") REFERENCES "public"."files"("path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fonts_user_id_created_at_index" ON "fonts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "fonts_company_id_index" ON "fonts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "fonts_file_path_index" ON "fonts" USING btree ("file_path");--> statement-breakpoint
-- A file is deleted with its account, also by servers that know no fonts.
select app_secure_table('fonts');