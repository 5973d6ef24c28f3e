/** Carriers of parcels, with the address of their page about one parcel. A row for each new one. */

interface Carrier {
  code: string;
  name: string;
  /** Address of the page about a parcel; its tracking number follows it. */
  tracking: string;
}

export const carriers: readonly Carrier[] = [
  row('dhl', 'DHL', 'https://www.dhl.com/global-en/home/tracking/tracking-express.html?submit=1&tracking-id='),
  row('ups', 'UPS', 'https://www.ups.com/track?tracknum='),
  row('fedex', 'FedEx', 'https://www.fedex.com/fedextrack/?trknbr='),
  row('dpd', 'DPD', 'https://tracking.dpd.de/status/en_US/parcel/'),
  row('gls', 'GLS', 'https://gls-group.com/track/'),
  row('ems', 'EMS (Korea Post)', 'https://service.epost.go.kr/trace.RetrieveEmsRigiTraceList.comm?POST_CODE='),
  row('cj', 'CJ Logistics', 'https://trace.cjlogistics.com/next/tracking.html?wblNo='),
  row('lotte', 'Lotte', 'https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo='),
];

function row(code: string, name: string, tracking: string): Carrier {
  return { code, name, tracking };
}

/** Returns the name of a carrier as people read it. */
export function carrierName(carrier: string): string {
  return carriers.find(({ code }) => code === carrier)?.name ?? carrier;
}

/** Returns the address of the carrier's page about a parcel; undefined where none is known. */
export function trackingAddress({ carrier, tracking }: { carrier: string; tracking: string }): string | undefined {
  const page = carriers.find(({ code }) => code === carrier)?.tracking;
  const number = tracking.trim();
  return page === undefined || number === '' ? undefined : page + encodeURIComponent(number);
}
