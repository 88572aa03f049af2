<?php
/**
 * Plugin Name: Tributary for WooCommerce
 * Description: Stores the click ID of an affiliate link (cookie service_id) with the order, as the order meta _service_id.
 * Version: 1.0.0
 * Requires at least: 6.0
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 7.2
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 *
 * This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as
 * published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.
 *
 * This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of
 * MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more details.
 */

defined( 'ABSPATH' ) || exit;

/**
 * The last click in a Cookie header, or null. A browser may send several cookies of this name; IDs sort by time.
 *
 * An ID from more than a day in the future is forged, so it is used only if there is no other.
 */
function tributary_click_id( string $cookies, int $now ): ?string {
	preg_match_all( '/(?:^|;)\s*service_id=(clk_[0-7][0-9a-hjkmnp-tv-z]{25})\s*(?=;|$)/', $cookies, $found );
	$ids = $found[1];
	sort( $ids, SORT_STRING );
	$latest = tributary_time_text( 1000 * ( $now + 86400 ) );
	$past   = array_filter( $ids, static fn( $id ) => substr( $id, 4, 10 ) <= $latest );
	$last   = end( $past ) ?: end( $ids );
	return false === $last ? null : $last;
}

/** The first ten characters of an ID of this time: milliseconds since 1970 in Crockford base32. */
function tributary_time_text( int $milliseconds ): string {
	$text = '';
	for ( $i = 0; $i < 10; $i++ ) {
		$text         = '0123456789abcdefghjkmnpqrstvwxyz'[ $milliseconds % 32 ] . $text;
		$milliseconds = intdiv( $milliseconds, 32 );
	}
	return $text;
}

/**
 * WooCommerce saves the order itself after both actions. The meta API works with both ways to store orders.
 *
 * @param WC_Order $order The order that is being placed.
 */
function tributary_store_click_id( $order ): void {
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- only text in the form of a click ID leaves the function below.
	$cookies  = isset( $_SERVER['HTTP_COOKIE'] ) ? (string) $_SERVER['HTTP_COOKIE'] : '';
	$click_id = tributary_click_id( $cookies, time() );
	if ( null !== $click_id ) {
		$order->update_meta_data( '_service_id', $click_id );
	}
}

// The classic checkout and the block checkout.
add_action( 'woocommerce_checkout_create_order', 'tributary_store_click_id' );
add_action( 'woocommerce_store_api_checkout_update_order_from_request', 'tributary_store_click_id' );

add_action(
	'before_woocommerce_init',
	static function (): void {
		if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', __FILE__, true );
		}
	}
);
