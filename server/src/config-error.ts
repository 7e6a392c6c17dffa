/** A setting that prevents the start. The message names the fix and never contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
