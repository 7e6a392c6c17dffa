import type { ComponentType } from 'react'

/** A page that the server writes, and the browser then makes alive. */
export interface SitePage {
  path: string
  /** Of the tab and of search results; the product's name is added where it is not in it. */
  title: string
  description: string
  Page: ComponentType
  /** Without header and footer. */
  isBare?: boolean
  /** By the painter, which is WebAssembly: the page has to be allowed to compile it. */
  drawsSlides?: boolean
}
