import type { ComponentType } from 'react'

/** A page that the server renders and the browser hydrates. */
export interface SitePage {
  path: string
  /** For tabs and search results; followed by the product's name. */
  title: string
  description: string
  Page: ComponentType
  /** Omits header and footer. */
  isBare?: boolean
  /** The page uses the painter, so its policy must allow WebAssembly. */
  drawsSlides?: boolean
  /** For holders of a link: not listed by search engines, and independent of the session. */
  isPrivate?: boolean
}
