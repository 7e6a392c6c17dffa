import type { SettingValues } from './read-settings.ts'

export interface SandboxSettings {
  enabled: boolean
  port: number
  isPortFixed: boolean
  /** The sandbox's URL for this server, and its URL for browsers. */
  url: string
  publicUrl: string
  isChaotic: boolean
}

interface SandboxFacts {
  port: number
  providers: readonly ({ sandbox: boolean } | null)[]
}

export function sandboxSettings(set: SettingValues, { port, providers }: SandboxFacts): SandboxSettings {
  const url = `http://127.0.0.1:${port}`
  return {
    enabled: providers.some((provider) => provider?.sandbox === true),
    port,
    isPortFixed: set.SANDBOX_PORT !== undefined,
    url,
    publicUrl: (set.SANDBOX_PUBLIC_URL ?? url).replace(/\/+$/, ''),
    isChaotic: set.SANDBOX_UNKIND === 'on',
  }
}
