/** Where Stripe is, who we are there, and what is sold. */
export interface StripeSettings {
  secretKey: string
  /** Signs the events that it sends. */
  webhookSecret: string
  /** Id of the monthly price. */
  price: string
  /** Below it stands /v1; without a slash at the end. */
  apiUrl: string
  /** True while it is the local sandbox. */
  sandbox: boolean
}

/** What the sandbox knows. */
const SANDBOX_ACCOUNT = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox_secret', price: 'price_pro_month' }

/** Stripe itself, for an operator with keys. */
export function realStripe(keys: Pick<StripeSettings, 'secretKey' | 'webhookSecret' | 'price'>): StripeSettings {
  return { ...keys, apiUrl: 'https://api.stripe.com', sandbox: false }
}

/** The sandbox in Stripe's place. The pages for people's browsers come with its answers. */
export function sandboxStripe(url: string): StripeSettings {
  return { ...SANDBOX_ACCOUNT, apiUrl: `${url}/stripe`, sandbox: true }
}
