import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import type { StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import type { Fetch } from '../http.ts'
import type { StockSettings } from './settings.ts'

export interface StockQuery {
  /** Trimmed, in lower case. */
  words: string
  shape: 'tall' | 'any'
  /** From 1. */
  page: number
}

export interface FoundPhoto {
  credit: Credit
  /** Pixels of the file at `fileUrl`. */
  width: number
  height: number
  /** A few hundred pixels. */
  previewUrl: string
  fileUrl: string
}

export interface FoundPage {
  photos: FoundPhoto[]
  hasMore: boolean
}

/** Requests that a service allows within a time. */
export interface RateWindow {
  limit: number
  seconds: number
}

/** The key of a request: the instance's or the user's own; null for a service without. */
export type StockKey = string | null

/** Limits that a service sets its callers. */
interface StockRules {
  /** How long an answer serves equal searches. */
  cacheSeconds: number
  /** By key, or without one by the server's address. */
  windows(settings: StockSettings): readonly RateWindow[]
  /** Hosts of its previews. */
  previewHosts: readonly string[]
}

/** One service: its rules, request and response. The client, its limits and its errors are the same for all. */
export interface StockDefinition {
  id: StockServiceId
  rules: StockRules
  request(query: StockQuery, given: { settings: StockSettings; key: StockKey; send: Fetch }): Promise<Request>
  /** Null for a body in another form. */
  read(body: unknown, query: StockQuery): FoundPage | null
  /** Forgets a cached token, so that the next request gets a new one; false without one. */
  dropToken?(settings: StockSettings): boolean
  /** Whether a refusal is about the key, where the status alone doesn't say. */
  refusesKey?(status: number, body: string): boolean
}

export function defineStockService(definition: StockDefinition): StockDefinition {
  return definition
}
