import { z } from 'zod'
import { SIGN_UPS } from '@ninesixteen/shared/api/account'
import { DAILY_TOKENS_MAX, STORAGE_QUOTA_MB_MAX } from '@ninesixteen/shared/api/limits'
import { trustedProxies } from './trusted-proxies.ts'
import { senderSchema } from './mail-settings.ts'
import { PHOTO_SETTINGS } from './photo-settings.ts'
import { address, fourPorts, headerText, hostNamed, list, mailbox, oneOf, origin, port, profile, wholeNumber } from './setting-schemas.ts'
import { parseStorageUrl } from './storage-url.ts'

/**
 * Every setting, by group. `description` is the line in docs/settings.md and .env.example; `fallback` describes the behaviour without a
 * default value, and `example` supplements an unspecific default.
 */
export const SETTING_GROUPS = {
  Server: {
    PORT: port.default(3000).meta({ description: 'Port the server listens on.' }),
    DATA_DIR: z.string().min(1).default('./data').meta({ description: 'Folder for the database, files and secret.' }),
    PUBLIC_URL: origin.optional().meta({
      description: 'Address users open in their browser.',
      fallback: 'http://localhost:PORT',
      example: 'https://studio.example.com',
    }),
    ALLOWED_HOSTS: list.pipe(z.array(hostNamed)).default([]).meta({
      description: 'More host names the server answers to, separated by commas. localhost and private addresses always work.',
      example: 'studio.local',
    }),
    TRUST_PROXY: trustedProxies.default(false).meta({
      description:
        'Which proxies may name the client in X-Forwarded-For: `true` for one proxy, a number of hops, or (best behind several, such as a CDN in front of nginx) their addresses and networks separated by commas.',
      example: '127.0.0.1,10.0.0.0/8',
    }),
    ROLE: oneOf(['all', 'web', 'worker']).default('all').meta({
      description:
        'Role of this process: `web` serves requests, `worker` publishes posts and renders, `all` does both. `web` and `worker` need DATABASE_URL.',
    }),
    DRAIN_SECONDS: wholeNumber(0, 10).default(0).meta({
      description:
        'Seconds the server keeps serving after SIGTERM while /readyz answers 503, so that a load balancer can take it out (0 to 10).',
    }),
  },
  Database: {
    DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://USER:PASSWORD@localhost:5432/ninesixteen')
      .optional()
      .meta({
        description: 'PostgreSQL 15 or newer.',
        fallback: 'an embedded PostgreSQL in DATA_DIR',
        example: 'postgres://user:password@localhost:5432/ninesixteen',
      }),
    DATABASE_DIRECT_URL: address(/^postgres(ql)?$/, 'postgres://USER:PASSWORD@localhost:5432/ninesixteen')
      .optional()
      .meta({
        description:
          'The same database without the pooler, when DATABASE_URL goes through one in transaction mode. Used for migrations, LISTEN and locks.',
        example: 'postgres://user:password@localhost:5432/ninesixteen',
      }),
    DATABASE_REPLICA_URL: address(/^postgres(ql)?$/, 'postgres://USER:PASSWORD@replica:5432/ninesixteen')
      .optional()
      .meta({
        description: 'A streaming replica, without a pooler, for reads that may be one second stale.',
        example: 'postgres://user:password@replica:5432/ninesixteen',
      }),
    DATABASE_CA: z.string().min(1).optional().meta({
      description: 'File with the CA certificates for the database connection. The host name is verified too.',
      fallback: 'as `sslmode` in the URL says',
      example: '/etc/ssl/certs/database-ca.pem',
    }),
  },
  'Files and secrets': {
    STORAGE_URL: z
      .string()
      .refine((value) => parseStorageUrl(value) !== null, {
        error: 'it must be a URL such as file:///srv/files or s3://KEY:SECRET@s3.example.com/bucket?region=eu-central-1',
      })
      .optional()
      .meta({
        description: 'Where files are stored: a folder (file:///srv/files) or an S3 bucket (s3+http:// without TLS on a trusted network).',
        fallback: 'a folder in DATA_DIR',
        example: 's3://KEY:SECRET@s3.example.com/bucket?region=eu-central-1',
      }),
    STORAGE_PUBLIC_URL: origin.optional().meta({
      description: 'Address at which browsers reach the S3 store. Photos then load from it by signed URLs instead of through the server.',
      example: 'https://files.example.com',
    }),
    STORAGE_QUOTA_MB: wholeNumber(1, STORAGE_QUOTA_MB_MAX).default(5120).meta({
      description: 'Storage per user in megabytes, for photos and slideshows.',
    }),
    COPY_TO: z.string().optional().meta({
      description: 'Target of `npm run database -- copy` and `npm run files -- copy`, when it should not appear on the command line.',
      example: 'postgres://user:password@elsewhere:5432/ninesixteen',
    }),
    SECRET_KEY: z.string().optional().meta({
      description:
        'Master key that encrypts secrets and signs sessions and links: 32 bytes in hex or base64. The same for every process on one database.',
      fallback: 'created on first start, stored in DATA_DIR',
    }),
    SECRET_KEY_OLD: list.default([]).meta({
      description: 'More keys, separated by commas, that are still accepted during a key rotation.',
    }),
  },
  Accounts: {
    OPERATORS: list
      .pipe(z.array(z.email({ error: 'it must be email addresses, separated by commas' })))
      .transform((emails) => emails.map((email) => email.toLowerCase()))
      .optional()
      .meta({
        description: 'Email addresses of the operators, separated by commas.',
        fallback: 'the first account of a new instance',
        example: 'you@example.com',
      }),
    SIGN_UP: oneOf(SIGN_UPS).default('open').meta({
      description: 'Who can sign up: `open` (anyone), `invited` or `closed`. Operators can change it while the server runs.',
    }),
    PASSWORD_MIN: wholeNumber(6, 128).default(6).meta({ description: 'Minimum password length in characters.' }),
    CONFIRM_EMAIL: oneOf(['auto', 'on', 'off']).default('auto').meta({
      description: 'Whether new accounts confirm their email address before they can sign in. `auto` means yes when SMTP_URL is set.',
    }),
  },
  Webhooks: {
    WEBHOOKS_ALLOW_PRIVATE: oneOf(['on', 'off']).default('off').meta({
      description:
        'Whether webhooks may call http URLs and private addresses, such as a home server. Turn it on only if you trust all users: they can reach your network with it.',
    }),
  },
  'AI server': {
    OPENAI_API_KEY: headerText.optional().meta({ description: 'API key of OpenAI or any OpenAI-compatible server.' }),
    OPENAI_BASE_URL: address(/^https?$/, 'https://api.openai.com/v1')
      .optional()
      .meta({
        description: 'Base URL of the server, with /v1.',
        fallback: 'https://api.openai.com/v1',
        example: 'http://localhost:11434/v1',
      }),
    OPENAI_MODEL: z.string().min(1).default('gpt-4.1-mini').meta({ description: 'Model that writes slides.' }),
    OPENAI_IDEAS_MODEL: z.string().min(1).optional().meta({ description: 'Model that suggests ideas.', fallback: 'OPENAI_MODEL' }),
    OPENAI_ALLOWED_MODELS: list.default([]).meta({ description: 'More models users may choose, separated by commas.' }),
    OPENAI_USER_BASE_URLS: list.default(['any']).meta({
      description:
        'Base URLs users may set together with their own API key, for AI texts and AI photos: `any` (public https addresses), a comma-separated list, or `none`.',
    }),
    LOCAL_AI_PORTS: fourPorts.default([11_434, 1234, 8080, 8000]).meta({
      description: 'Ports of this machine on which the operator can find Ollama, LM Studio, llama.cpp and vLLM, in this order.',
    }),
    AI_DAILY_TOKENS: wholeNumber(1, DAILY_TOKENS_MAX)
      .default(500_000)
      .meta({ description: 'Tokens per user and day (UTC), whichever key pays.' }),
    AI_FIRST_WORD_SECONDS: wholeNumber(1, 3600).default(60).meta({
      description: 'Timeout until the first token, in seconds. Raise it for a server that loads the model on demand.',
    }),
    AI_SILENCE_SECONDS: wholeNumber(1, 3600).default(30).meta({
      description: 'Timeout between two tokens, in seconds. Slides received until then are saved.',
    }),
    AI_ANSWER_SECONDS: wholeNumber(1, 7200).default(180).meta({
      description: 'Timeout for a whole response, in seconds. Raise it for a slow local model.',
    }),
  },
  'Platforms and Google Drive': {
    TIKTOK_CLIENT_KEY: headerText.optional().meta({ description: 'Client key of your app on the TikTok developer portal.' }),
    TIKTOK_CLIENT_SECRET: headerText.optional().meta({ description: 'Client secret of that app.' }),
    TIKTOK_VERIFICATION: z
      .string()
      .regex(/^[A-Za-z0-9]{1,100}$/, 'it must be the code alone, such as AbC123')
      .optional()
      .meta({
        description:
          "Code from TikTok's verification file (tiktok-developers-site-verification=CODE). The server answers with it at /tiktokCODE.txt.",
      }),
    TIKTOK_AUDITED: oneOf(['on', 'off']).default('off').meta({
      description: 'Whether TikTok has audited the app. Until then it posts only to private accounts, visible to "Only me".',
    }),
    TUMBLR_CONSUMER_KEY: headerText.optional().meta({ description: 'Consumer key of your Tumblr application.' }),
    TUMBLR_CONSUMER_SECRET: headerText.optional().meta({ description: 'Consumer secret of that application.' }),
    INSTAGRAM_CLIENT_ID: headerText.optional().meta({ description: 'Instagram app ID of your app at Meta, with the product Instagram.' }),
    INSTAGRAM_CLIENT_SECRET: headerText.optional().meta({ description: 'Instagram app secret of that app.' }),
    THREADS_CLIENT_ID: headerText.optional().meta({ description: 'Threads app ID of your app at Meta, with the use case Threads API.' }),
    THREADS_CLIENT_SECRET: headerText.optional().meta({ description: 'Threads app secret of that app.' }),
    GOOGLE_CLIENT_ID: headerText.optional().meta({
      description: 'OAuth client for the export to Google Drive. Redirect URI: PUBLIC_URL/auth/google/callback.',
    }),
    GOOGLE_CLIENT_SECRET: headerText.optional().meta({ description: 'Secret of that client.' }),
    PUBLISH_GRACE_HOURS: wholeNumber(1, 24 * 30)
      .default(24)
      .meta({
        description: 'Hours after its time until which a late post is still published.',
      }),
  },
  Photos: PHOTO_SETTINGS,
  'Sandbox, demos and trials': {
    SANDBOX: oneOf(['auto', 'on', 'off']).default('auto').meta({
      description: 'Local imitation of external services. `auto` uses it for each service whose keys are missing.',
    }),
    SANDBOX_PORT: port.optional().meta({ description: 'Port the sandbox listens on.', fallback: 'PORT + 100, or the next free one' }),
    SANDBOX_PUBLIC_URL: address(/^https?$/, 'https://sandbox.example.com')
      .optional()
      .meta({
        description: 'Address at which browsers reach the sandbox.',
        fallback: 'http://127.0.0.1:SANDBOX_PORT',
        example: 'https://sandbox.example.com',
      }),
    SANDBOX_UNKIND: oneOf(['on', 'off']).default('off').meta({
      description:
        'Chaos mode: about one in six publishing requests to the sandbox fails, stalls or loses its response, and webhooks arrive twice.',
    }),
    DEMO: oneOf(['auto', 'on', 'off']).default('auto').meta({
      description: 'Offer demo accounts to visitors. `auto` means yes while the sandbox stands in for the AI server.',
    }),
    DEMO_MAX: wholeNumber(1, 100_000).default(200).meta({ description: 'Maximum number of demo accounts at a time.' }),
    DEMO_DAILY_TOKENS: wholeNumber(0, 2_147_483_647).default(500_000).meta({
      description: 'Tokens of a real AI server that all demos together may use per day (UTC).',
    }),
    TRY: oneOf(['auto', 'on', 'off']).default('auto').meta({
      description:
        'Let visitors generate slides on /try without an account. `auto` means yes while the sandbox stands in for the AI server.',
    }),
    TRY_DAILY_TOKENS: wholeNumber(0, 2_147_483_647).default(200_000).meta({
      description: 'Tokens of a real AI server that all trials together may use per day (UTC).',
    }),
  },
  Billing: {
    BILLING: oneOf(['auto', 'off']).default('auto').meta({
      description:
        'Whether the Pro plan is sold. `auto` sells it through Stripe when its keys are set, or through the sandbox when no AI key is set either. Otherwise everyone has Pro.',
    }),
    STRIPE_SECRET_KEY: headerText
      .regex(/^[rs]k_/, { error: 'it must be a secret key, which begins with sk_ or rk_' })
      .optional()
      .meta({
        description: 'Secret key of your Stripe account. Set all three Stripe settings or none.',
      }),
    STRIPE_WEBHOOK_SECRET: headerText
      .regex(/^whsec_/, { error: 'it must be a signing secret, which begins with whsec_' })
      .optional()
      .meta({
        description: 'Signing secret of the webhook endpoint PUBLIC_URL/webhooks/stripe.',
      }),
    STRIPE_PRICE: z
      .string()
      .regex(/^price_\w{1,200}$/, { error: 'it must be the id of a price, such as price_1AbC' })
      .optional()
      .meta({ description: 'Id of the monthly price, price_...' }),
  },
  Mail: {
    SMTP_URL: address(/^smtps?$/, 'smtps://USER:PASSWORD@mail.example.com')
      .optional()
      .meta({
        description: 'Mail server: smtp://USER:PASSWORD@host:587, or smtps:// for TLS from the first byte.',
        fallback: 'mails are written to DATA_DIR/outbox',
        example: 'smtps://USER:PASSWORD@mail.example.com',
      }),
    MAIL_FROM: senderSchema.optional().meta({ description: 'Sender of mails.', example: 'Ninesixteen <post@example.com>' }),
  },
  'Public pages': {
    CONTACT_EMAIL: mailbox.optional().meta({ description: 'Contact address on the public pages.', example: 'help@example.com' }),
    PRIVACY_EMAIL: mailbox.optional().meta({ description: 'Address for privacy and deletion requests.', fallback: 'CONTACT_EMAIL' }),
    LEGAL_EMAIL: mailbox.optional().meta({ description: 'Address for questions about the terms.', fallback: 'CONTACT_EMAIL' }),
    SOCIAL_X: profile.optional().meta({ description: 'X profile linked in the footer.' }),
    SOCIAL_TIKTOK: profile.optional().meta({ description: 'TikTok profile linked in the footer.' }),
    SOCIAL_INSTAGRAM: profile.optional().meta({ description: 'Instagram profile linked in the footer.' }),
    SOCIAL_YOUTUBE: profile.optional().meta({ description: 'YouTube channel linked in the footer.' }),
  },
  'Metrics, traces and logs': {
    METRICS_PORT: port.optional().meta({
      description: 'Separate port for Prometheus metrics. Without it, metrics are at PUBLIC_URL/metrics when METRICS_TOKEN is set.',
      example: '9160',
    }),
    METRICS_HOST: z
      .string()
      .regex(/^[\w.:-]{1,253}$/, { error: 'it must be an address or host name of this machine, such as 0.0.0.0' })
      .optional()
      .meta({ description: 'Address that port listens on.', fallback: '127.0.0.1' }),
    METRICS_TOKEN: headerText.min(16, { error: 'it must have at least 16 characters' }).optional().meta({
      description: 'Bearer token for reading metrics, at least 16 characters.',
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, 'http://127.0.0.1:4318')
      .optional()
      .meta({
        description: 'OpenTelemetry collector (OTLP over HTTP) that receives traces.',
        fallback: 'no traces',
        example: 'http://127.0.0.1:4318',
      }),
    LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info').meta({
      description: 'Log level: `debug`, `info`, `warn`, `error` or `silent`.',
    }),
    LOG_FORMAT: oneOf(['json', 'plain']).default('json').meta({ description: 'Log format: `json` or `plain`.' }),
  },
}
