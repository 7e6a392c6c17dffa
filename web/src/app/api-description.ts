import type { ApiDescription } from '@ninesixteen/shared/public-api/description'
import { createContext, useContext } from 'react'

const Provided = createContext<ApiDescription | null>(null)

/** Where the reference page is rendered: on the server, and in development. */
export const ApiDescriptionProvider = Provided.Provider

/** The OpenAPI description of the public API. */
export function useApiDescription(): ApiDescription {
  const description = useContext(Provided)
  if (!description) throw new Error('The API description is missing')
  return description
}
