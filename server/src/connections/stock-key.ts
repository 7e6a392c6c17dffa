import type { CredentialName } from '@ninesixteen/shared/api/credentials'
import type { StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import type { Credentials } from './credentials.ts'

/** The user's own key by service, where it has keys. */
export const STOCK_CREDENTIALS: Partial<Record<StockServiceId, CredentialName>> = { pexels: 'pexels.key', pixabay: 'pixabay.key' }

export async function ownStockKey(credentials: Credentials, userId: string, service: StockServiceId): Promise<string | null> {
  const name = STOCK_CREDENTIALS[service]
  return name === undefined ? null : ((await credentials.read(userId, [name]))[name] ?? null)
}
