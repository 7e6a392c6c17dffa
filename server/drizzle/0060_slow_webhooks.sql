ALTER TABLE "webhook_endpoints" ADD COLUMN "slow_until" timestamp with time zone;--> statement-breakpoint
-- Endpoints in use count as fast until a slow response.
update "webhook_endpoints" set "slow_until" = now() where exists (select from "webhook_deliveries" d where d.endpoint_id = "webhook_endpoints".id and d.state = 'delivered');
