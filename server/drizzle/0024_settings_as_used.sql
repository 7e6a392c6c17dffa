ALTER TABLE "user_settings" ALTER COLUMN "theme_follows_system" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "user_settings" DROP COLUMN "company_name";--> statement-breakpoint
ALTER TABLE "user_settings" DROP COLUMN "product_description";--> statement-breakpoint
ALTER TABLE "user_settings" DROP COLUMN "product_logo";