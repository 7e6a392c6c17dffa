/** The specification's texts about Google Drive, word for word. Server errors are in the shared table of errors. */
export const DRIVE_TEXTS = {
  connectFirst: 'Please connect to Google Drive in Settings first.',
  expired: 'Google Drive connection has expired. Please reconnect in Settings.',
  noAccessToken: 'No Google Drive access token found. Please reconnect in Settings.',
  refreshFailed: 'Failed to refresh access token. Please reconnect in Settings.',
  sessionExpired: 'Your Google Drive session has expired. Please reconnect in Settings.',
  uploadFailed: 'Upload failed',
  folderFailed: 'Failed to create folder in Google Drive',
  notConnected: 'Not connected - Connect in Settings',
  connectFailed: 'Failed to connect Google Drive. Please check your internet connection and try again.',
  disconnected: '✅ Google Drive has been disconnected successfully.',
  disconnectFailed: 'There was an error disconnecting Google Drive. Local data has been cleared.',
  authenticationFailed: 'Authentication failed',
  noCode: 'No authorization code received from Google',
} as const
