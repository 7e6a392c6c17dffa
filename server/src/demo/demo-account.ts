/** The account a newcomer may look around with; it exists only while the sandbox is in use, and holds nothing private. */
export const DEMO_ACCOUNT = { email: 'demo@ninesixteen.example', password: 'nine-sixteen-demo' } as const
