import { GuestPage } from '@/components/shell/guest-page'
import { downloadMetadata, downloadPage } from '../../download-page'

export const dynamic = 'force-dynamic'
export const generateMetadata = downloadMetadata('AppyeRS')
export default downloadPage('AppyeRS', GuestPage)
