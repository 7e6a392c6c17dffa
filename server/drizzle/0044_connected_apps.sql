CREATE TABLE "oauth_records" (
	"id" text PRIMARY KEY NOT NULL,
	"payload" text NOT NULL,
	"key_id" uuid,
	"scopes" text[],
	"user_code" text,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_records_user_code_unique" UNIQUE("user_code")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ALTER COLUMN "hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "oauth_records" ADD CONSTRAINT "oauth_records_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_records_key_id_index" ON "oauth_records" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "oauth_records_expires_at_index" ON "oauth_records" USING btree ("expires_at");