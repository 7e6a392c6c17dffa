interface LicenceFacts {
  label: string
  /** Whether the photo may be published only with its author named, or the service asks for it. */
  credit: 'required' | 'asked' | 'free'
}

/** Licences that allow to publish a changed photo commercially. Photos under any other are left out of searches. */
export const LICENCES = {
  cc0: { label: 'CC0', credit: 'free' },
  pdm: { label: 'Public domain', credit: 'free' },
  by: { label: 'CC BY', credit: 'required' },
  pexels: { label: 'Pexels licence', credit: 'asked' },
  pixabay: { label: 'Pixabay licence', credit: 'free' },
} as const satisfies Record<string, LicenceFacts>

export type Licence = keyof typeof LICENCES
export const LICENCE_IDS = Object.keys(LICENCES) as [Licence, ...Licence[]]
