import type { Config } from '../config/config.ts'

/** Shorter values aren't secrets, and would match parts of ordinary words. */
const SHORTEST = 4

/** Redacts the instance's secrets in a text. */
export function withoutSecrets(config: Config): (text: string) => string {
  const {
    secretKey,
    olderSecretKeys,
    ai,
    images,
    stock,
    platforms,
    google,
    billing,
    metrics,
    databaseUrl,
    databaseDirectUrl,
    databaseReplicaUrl,
    storageUrl,
    mail,
  } = config
  const known = [
    ...[secretKey, ...olderSecretKeys].flatMap((secret) => [Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]),
    ai.apiKey,
    images?.apiKey,
    ...Object.values(stock).flatMap(({ key, client }) => [key, client?.secret]),
    ...Object.values(platforms).map(({ client }) => client?.secret),
    google?.clientSecret,
    billing?.secretKey,
    billing?.webhookSecret,
    metrics?.token,
    ...[databaseUrl, databaseDirectUrl, databaseReplicaUrl, storageUrl, mail.smtpUrl].flatMap(secretsOf),
  ]
  const secrets = known.filter((one): one is string => typeof one === 'string' && one.length >= SHORTEST)
  // The longest first: a secret may contain another.
  const ordered = secrets.toSorted((a, b) => b.length - a.length)
  return (text) => ordered.reduce((redacted, secret) => redacted.replaceAll(secret, '[secret]'), text)
}

function secretsOf(address: string | null): string[] {
  if (address === null || !URL.canParse(address)) return []
  const { password } = new URL(address)
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    // A literal %, which the driver accepts, too.
    return [password]
  }
}
