/** Days that a customer has to pay an invoice, unless the setting `INVOICE_DUE_DAYS` says otherwise. */
export const invoiceDueDays = 14;
