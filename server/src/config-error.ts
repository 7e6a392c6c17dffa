/** A setting that prevents the start. The message tells the operator what to do, and never contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
