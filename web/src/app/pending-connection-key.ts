/** Under which a connection waits that was made while nobody was signed in. */
export const PENDING_CONNECTION_KEY = 'ninesixteen.pending-connection'
