import { BarePage } from '@/components/downloads/bare-page'
import { downloadMetadata, downloadPage } from '../../download-page'

export const dynamic = 'force-dynamic'
export const generateMetadata = downloadMetadata('AppFires')
export default downloadPage('AppFires', BarePage)
