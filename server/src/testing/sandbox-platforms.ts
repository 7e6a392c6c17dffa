import { platformConfig, type PlatformConfig } from '../platforms/registry.ts'

/** Every platform as the sandbox imitates it. */
export function sandboxPlatforms(url: string): PlatformConfig {
  return platformConfig(() => ({ client: null, sandbox: { url, browserUrl: url }, variables: {} }))
}
