-- us takes in eu's first payment once more.
insert into intent (business_key) values ('bk-1');

insert into payment (id, business_key, request_key, tenant, payer, payee, amount_minor, currency, fingerprint, fingerprint_version,
                     state, duplicate_of, winner_state, version, origin_region, home_region, message_id, occurred_at)
values ('pay-us-1', 'bk-1', 'rk-1', 'shop', 'acc-eu-alice', 'acc-eu-bob', 100, 'EUR', '\x00112233445566778899aabbccddee01', 1,
        'DUPLICATE_OF', 'pay-eu-1', 'SETTLED', 2, 'us', 'eu', 'msg-5', now());

insert into payment_history (payment_id, version, from_state, to_state, cause, message_id, at)
values ('pay-us-1', 1, null, 'ROUTED', 'request', 'msg-5', now()), ('pay-us-1', 2, 'ROUTED', 'DUPLICATE_OF', 'result', 'res-5', now());

insert into dedup_key (consumer_group, key, generation, fingerprint, fingerprint_version)
select 'region-consumer', '16:PaymentRequested,4:' || business_key || ',4:' || request_key || ',', 1, fingerprint, 1 from payment;

insert into delivery_count (consumer_group, topic, partition, outcome, tier, cause, n)
values ('region-consumer', 'payments.us', 0, 'applied', '', '', 1);

insert into consumed_position (consumer_group, topic, partition, topic_id, next_offset)
values ('region-consumer', 'payments.us', 0, 'topic-id', 1);
