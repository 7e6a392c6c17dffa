interface LicenceFacts {
  label: string
  /** Whether the licence requires naming the author wherever the photo is published. */
  requiresCredit: boolean
}

/** Licences that allow to publish a changed photo commercially. Photos under any other are left out of searches. */
export const LICENCES = {
  cc0: { label: 'CC0', requiresCredit: false },
  pdm: { label: 'Public domain', requiresCredit: false },
  by: { label: 'CC BY', requiresCredit: true },
  pexels: { label: 'Pexels licence', requiresCredit: false },
  pixabay: { label: 'Pixabay licence', requiresCredit: false },
} as const satisfies Record<string, LicenceFacts>

export type Licence = keyof typeof LICENCES
export const LICENCE_IDS = Object.keys(LICENCES) as [Licence, ...Licence[]]
