CREATE TABLE "photo_searches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"allowance" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "credit" jsonb;--> statement-breakpoint
ALTER TABLE "photo_searches" ADD CONSTRAINT "photo_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_searches_user_id_index" ON "photo_searches" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "photo_searches_allowance_created_at_index" ON "photo_searches" USING btree ("allowance","created_at");--> statement-breakpoint
select app_secure_table('photo_searches');
