CREATE TABLE "wishes" (
	"user_id" text NOT NULL,
	"key" uuid NOT NULL,
	"digest" text NOT NULL,
	"asker" uuid NOT NULL,
	"calls" integer DEFAULT 1 NOT NULL,
	"is_paid" boolean DEFAULT false NOT NULL,
	"answer" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishes_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "drawings" ADD COLUMN "wish" uuid;--> statement-breakpoint
ALTER TABLE "drawings" ADD COLUMN "asker" uuid;--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drawings_user_id_wish_index" ON "drawings" USING btree ("user_id","wish") WHERE wish is not null;
--> statement-breakpoint
select app_secure_table('wishes');
