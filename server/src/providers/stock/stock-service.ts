import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import type { StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import type { Fetch } from '../http.ts'
import type { StockSettings } from './settings.ts'

export interface StockQuery {
  /** Trimmed, in lower case. */
  words: string
  /** From 1. */
  page: number
}

export interface PhotoQuery extends StockQuery {
  shape: 'tall' | 'any'
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

export interface FoundSound {
  credit: Credit
  seconds: number
  fileUrl: string
}

export interface FoundPage<T> {
  results: T[]
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

/** How to search one kind of file of a service. */
export interface StockMedia<Q extends StockQuery, T> {
  request(query: Q, given: { settings: StockSettings; key: StockKey; send: Fetch }): Promise<Request>
  /** Null for a body in another form. */
  read(body: unknown, query: Q): FoundPage<T> | null
}

/** One service: its rules, request and response. The client, its limits and its errors are the same for all. */
export interface StockDefinition {
  id: StockServiceId
  rules: StockRules
  photos: StockMedia<PhotoQuery, FoundPhoto>
  sounds?: StockMedia<StockQuery, FoundSound>
  /** Forgets a cached token, so that the next request gets a new one; false without one. */
  dropToken?(settings: StockSettings): boolean
  /** Whether a refusal is about the key, where the status alone doesn't say. */
  refusesKey?(status: number, body: string): boolean
}

export function defineStockService<T extends StockDefinition>(definition: T): T {
  return definition
}
