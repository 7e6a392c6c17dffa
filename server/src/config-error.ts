/** A setting the product cannot start with. The message is one sentence for the operator and never holds a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
