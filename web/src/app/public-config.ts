import type { PublicConfig } from '@ninesixteen/shared/api/account'
import { CONFIG_BLOCK_ID } from '@ninesixteen/shared/api/site'
import { createContext, useContext } from 'react'

const Provided = createContext<PublicConfig | null>(null)

/** For rendering without a document: on the server and in tests. */
export const PublicConfigProvider = Provided.Provider

let parsed: PublicConfig | undefined

/** The server writes the config into every page, before any script. */
function readDocument(): PublicConfig {
  if (parsed) return parsed
  const block = document.getElementById(CONFIG_BLOCK_ID)
  if (!block) throw new Error(`This page has no ${CONFIG_BLOCK_ID}`)
  const config: PublicConfig = JSON.parse(block.textContent)
  return (parsed = config)
}

/** The instance's public configuration, available from the first render on. */
export function usePublicConfig(): PublicConfig {
  return useContext(Provided) ?? readDocument()
}
