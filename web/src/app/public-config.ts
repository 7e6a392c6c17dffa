import type { PublicConfig } from '@ninesixteen/shared/api/account'
import { CONFIG_BLOCK_ID } from '@ninesixteen/shared/api/site'
import { createContext, useContext } from 'react'

const Given = createContext<PublicConfig | null>(null)

/** For whoever writes pages without a document. */
export const PublicConfigProvider = Given.Provider

let written: PublicConfig | undefined

/** As the server wrote it into this document, in every page and before any script. */
function ofDocument(): PublicConfig {
  if (written) return written
  const block = document.getElementById(CONFIG_BLOCK_ID)
  if (!block) throw new Error(`The server wrote no ${CONFIG_BLOCK_ID} into this page`)
  const known: PublicConfig = JSON.parse(block.textContent)
  return (written = known)
}

/** What is known of this instance before anyone signs in: there from the first drawing on, so that nothing moves when it comes. */
export function usePublicConfig(): PublicConfig {
  return useContext(Given) ?? ofDocument()
}
