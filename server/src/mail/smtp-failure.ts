interface Failure {
  code: string
  /** The step of the conversation that failed. */
  command: string
  /** What the server answered, if it did. */
  status: number | null
  message: string
}

function failureOf(error: unknown): Failure {
  const { code, command, responseCode, message } = (error instanceof Error ? error : {}) as Partial<
    Record<'code' | 'command' | 'responseCode' | 'message', unknown>
  >
  return {
    code: typeof code === 'string' ? code : '',
    command: typeof command === 'string' ? command : '',
    status: typeof responseCode === 'number' ? responseCode : null,
    message: typeof message === 'string' ? message : String(error),
  }
}

/** The server does not take mails for this address: RFC 5321 has 550, 551, 553 and 556 for that. */
export function isAddressRefused(error: unknown): boolean {
  const { command, status } = failureOf(error)
  return command === 'RCPT TO' && status !== null && [550, 551, 553, 556].includes(status)
}

/** The server said no. Its silence says nothing, once the mail itself is on its way. */
export function isAnswered(error: unknown): boolean {
  const { status } = failureOf(error)
  return status !== null && status >= 400
}

/** For the operator: what the server said, short, and without the addresses in it. */
export function reasonOf(error: unknown): string {
  const { code, message } = failureOf(error)
  const words = message.replace(/\s+/g, ' ').replace(/[^\s<>]+@[^\s<>]+/g, '(address)')
  return `${code ? `${code}: ` : ''}${words}`.slice(0, 300)
}
